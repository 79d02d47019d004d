import { requestId } from 'hono/request-id';

/**
 * Sets `requestId`, for the log. `proxies` is how many stand in front of the server: only our own may set a request's id,
 * because a stranger's would be written into the log.
 */
export const setRequestId = (proxies: number) =>
  requestId({ headerName: proxies > 0 ? 'x-request-id' : '', limitLength: 64 });
