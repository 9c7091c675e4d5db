import { z, type ZodObject, type ZodType } from 'zod';
import packageJson from '../../../package.json';

/** One operation of a port, as the description lists it. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The path, with `{id}` for a parameter. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The same shape that checks the body. */
  readonly body?: ZodType;
  readonly isBodyOptional?: boolean;
  /** @default application/json alone */
  readonly bodyTypes?: readonly string[];
  readonly query?: ZodObject;
  readonly reply?: ZodType;
  /** @default application/json alone */
  readonly replyTypes?: readonly string[];
  /** @default `{status, message}` */
  readonly fault?: ZodType;
  /** @default 200 */
  readonly statuses?: readonly number[];
  /** Whether it needs no token. */
  readonly isOpen?: boolean;
}

/**
 * Makes a function that describes operations of one tag. It takes the method and the path (`GET
 * /teams`), a summary, and the rest.
 */
export function operationsOf(tag: string, root = '') {
  return (
    what: string,
    summary: string,
    rest: Omit<Operation, 'method' | 'path' | 'summary' | 'tag'> = {},
  ): Operation => {
    const [method = '', path = ''] = what.split(' ');
    const verb = method.toLowerCase() as Operation['method'];
    return { method: verb, path: `${root}${path}`, tag, summary, ...rest };
  };
}

interface Port {
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
  /** The ways to authenticate, by name, as OpenAPI writes them. Any one of them is enough. */
  readonly security: Readonly<Record<string, object>>;
}

/** Describes a port in OpenAPI 3.1. Undefined fields disappear when it is written as JSON. */
export function openApiOf({ title, description, operations, security }: Port): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method] = operationOf(operation);
  }
  return {
    openapi: '3.1.1',
    info: {
      title,
      description,
      version: packageJson.version,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    // The server is the one from which this description was read.
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    security: Object.keys(security).map((name) => ({ [name]: [] })),
    paths,
    components: {
      securitySchemes: security,
      schemas: { Fault: schemaOf(FAULT, 'output') },
    },
  };
}

function operationOf(operation: Operation): object {
  const { method, path, tag, summary, description, query, isOpen } = operation;
  const { body, bodyTypes = JSON_ALONE, isBodyOptional = false, fault } = operation;
  const { reply = ANY_REPLY, replyTypes = JSON_ALONE, statuses = [200] } = operation;
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(query === undefined ? [] : parametersOf(query)),
  ];
  const content = contentOf(replyTypes, schemaOf(reply, 'output'));
  const answered = { description: 'The answer.', content };
  const errorForm = fault === undefined ? { $ref: FAULT_REF } : schemaOf(fault, 'output');
  return {
    operationId: `${method} ${path}`.replace(/\W+/g, '-').replace(/-$/, ''),
    tags: [tag],
    summary,
    description,
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: body && {
      required: !isBodyOptional,
      content: contentOf(bodyTypes, schemaOf(body, 'input')),
    },
    responses: {
      ...Object.fromEntries(statuses.map((status) => [String(status), answered])),
      default: {
        description: 'Why there is no answer.',
        content: contentOf(JSON_ALONE, errorForm),
      },
    },
    security: isOpen === true ? [] : undefined,
  };
}

function parametersOf(query: ZodObject): readonly object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function schemaOf(shape: ZodType, io: 'input' | 'output'): object {
  return { ...z.toJSONSchema(shape, { io, unrepresentable: 'any' }), $schema: undefined };
}

function contentOf(types: readonly string[], schema: object): object {
  // Text of another kind, such as CSV, has no fields to describe.
  return Object.fromEntries(
    types.map((type) => [type, { schema: type === 'text/csv' ? { type: 'string' } : schema }]),
  );
}

const JSON_ALONE = ['application/json'];
const FAULT_REF = '#/components/schemas/Fault';
const ANY_REPLY = z.looseObject({});
export const FAULT = z
  .looseObject({ status: z.int(), message: z.string() })
  .describe('The header x-locus-reason gives programs the reason.');
