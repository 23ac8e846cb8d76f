import { type IncomingMessage, type ServerResponse } from 'node:http'
export type StaticServerOptions = {
  port: number
  /** Folder of a finished build. */
  directory: string
  /** The one Host header that is answered, such as app.localhost:5173. */
  host: string
  /** Documents by path; no other HTML file is served. */
  documents: Readonly<Record<string, string>>
  contentSecurityPolicy: string
  /** Changes a document before it is sent. */
  fill?: (html: string) => string
  /** Answers to small JSON posts, by path. One that throws is a 400 with its message. */
  posts?: Readonly<Record<string, (body: unknown) => Promise<object>>>
}
export type StaticServer = {
  stop: () => Promise<void>
}
/** Answers one JSON post. */
export declare function answerPost(
  post: (body: unknown) => Promise<object>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void>
/**
 * Serves a finished build on 127.0.0.1, for one host name, with a content security policy.
 *
 * @throws Error when the port is taken
 */
export declare function startStaticServer(options: StaticServerOptions): Promise<StaticServer>
//# sourceMappingURL=staticServer.d.ts.map
