import { openStage } from './gateway-stage';

/** What dashboards and alarms are built on: a name that changes breaks them without a sound. */
const NAMES = [
  'locus_gateway_bulk_questions_total',
  'locus_gateway_calls_in_flight',
  'locus_gateway_calls_saved_total',
  'locus_gateway_calls_spent_total',
  'locus_gateway_calls_total',
  'locus_gateway_cut_connections_total',
  'locus_gateway_heap_bytes',
  'locus_gateway_memory_bytes',
  'locus_gateway_oldest_call_seconds',
  'locus_gateway_questions_waiting',
  'locus_gateway_refused_connections_total',
  'locus_gateway_refused_tokens_total',
  'locus_gateway_refused_waiting_total',
  'locus_gateway_request_seconds',
  'locus_gateway_requests_total',
  'locus_gateway_store_down',
  'locus_gateway_upstream_stopped',
  'locus_gateway_waiting_people',
  'locus_gateway_waiting_values',
];

test('the metrics keep their names, count what happens, and name nobody', async () => {
  const stage = await openStage();
  try {
    const { id, token } = await stage.person('Asha');
    for (const row of [1, 1, 2]) await stage.ask(token, { lat: row, lng: 1, variables: 'a' });
    await stage.ask('locus_wrong', { lat: 1, lng: 1, variables: 'a' });
    const body = JSON.stringify({ id: 1, lat: 1, lng: 1, variables: ['a'] });
    await stage.send('/v1/bulk', { method: 'POST', headers: { 'x-api-key': token }, body });
    const response = await fetch(`${stage.gateway.administrators}/metrics`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('version=0.0.4');
    const told = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    expect(told.map(([, name]) => name).sort()).toEqual(NAMES);
    for (const line of [
      'locus_gateway_requests_total{route="getvariablesbulk",status="200"} 3',
      'locus_gateway_requests_total{route="getvariablesbulk",status="401"} 1',
      'locus_gateway_requests_total{route="bulk",status="200"} 1',
      'locus_gateway_request_seconds_count{route="getvariablesbulk"} 4',
      'locus_gateway_refused_tokens_total 1',
      'locus_gateway_bulk_questions_total 1',
      'locus_gateway_calls_total 2',
      'locus_gateway_calls_spent_total 2',
      'locus_gateway_upstream_stopped 0',
      'locus_gateway_store_down 0',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    for (const own of [id, token, 'Asha']) expect(text).not.toContain(own);
  } finally {
    await stage.close();
  }
});
