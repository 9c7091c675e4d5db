import type { ConnectionReport as ClientReport } from '../client/connection-test';
import type { ConnectionReport } from '../taskpane/connection-report';

/** What the client found out, in the kinds that the pane has words for. */
export function toPaneReport(report: ClientReport): ConnectionReport {
  switch (report.kind) {
    case 'works':
      return {
        kind: 'works',
        elapsedMs: report.elapsedMs,
        ...(report.isModelServiceAway === true && { isModelServiceAway: true }),
      };
    case 'no-key':
      return { kind: 'refused' };
    case 'timed-out':
      return { kind: 'unreachable', likelyCause: 'timed-out' };
    case 'unreachable':
      return {
        kind: 'unreachable',
        likelyCause: report.likelyCause === 'cors-or-proxy' ? 'blocked' : report.likelyCause,
      };
    case 'failed':
      return {
        kind: 'failed',
        ...statusOf(report),
        likelyCause: report.likelyCause === undefined ? 'service-error' : 'wrong-address',
      };
    case 'throttled': {
      const { kind, retryAfterMs } = report;
      return { kind, ...statusOf(report), ...(retryAfterMs !== undefined && { retryAfterMs }) };
    }
    default:
      return { kind: report.kind, ...statusOf(report) };
  }
}

function statusOf({ status }: { readonly status?: number }): { readonly status?: number } {
  return status === undefined ? {} : { status };
}
