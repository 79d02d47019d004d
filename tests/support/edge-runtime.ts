type ListenOptions = { port: number; hostname: string };
type Answer = (request: Request, info: { remoteAddr: object }) => Response | Promise<Response>;

const { Deno: deno } = globalThis as unknown as {
  Deno: { args: string[]; serve(options: ListenOptions, answer: Answer): unknown };
};
const serve = deno.serve.bind(deno);

/** Deno's own, as Supabase's runtime has it: where to listen is the runtime's business, and everybody calls from 0.0.0.0. */
deno.serve = (...args: [ListenOptions, Answer] | [Answer]) => {
  const answer = args.length === 1 ? args[0] : args[1];
  const remoteAddr = { transport: 'tcp', hostname: '0.0.0.0', port: 0 };
  return serve({ port: 0, hostname: '127.0.0.1' }, (request) => answer(request, { remoteAddr }));
};

const functions: Record<string, () => Promise<unknown>> = {
  'enhanced-waitlist': () => import('../../supabase/functions/enhanced-waitlist/index.ts'),
  'waitlist-links': () => import('../../supabase/functions/waitlist-links/index.ts'),
  'waitlist-mail': () => import('../../supabase/functions/waitlist-mail/index.ts'),
};
await functions[deno.args[0] ?? '']?.();
