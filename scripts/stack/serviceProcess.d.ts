export type ServiceProcessOptions = {
  root: string
  /** Runs the source and starts anew when it changes. */
  dev: boolean
  env: Readonly<Record<string, string | undefined>>
  /** Address that answers 200 once the service is ready. */
  health: string
  logFile: string
  signal?: AbortSignal
}
export type ServiceProcess = {
  /** Resolves with the reason when it ends without having been asked to; never rejects. */
  failed: Promise<string>
  /** SIGKILL, as a crash would. */
  kill: () => Promise<void>
  /** Starts again, with the same environment or with changes to it. */
  restart: (changes?: Readonly<Record<string, string | undefined>>) => Promise<void>
  stop: () => Promise<void>
  /** The last lines of its log. */
  tail: (lines?: number) => string
}
/**
 * Starts the service as a process of its own and waits until it is healthy.
 *
 * @throws Error with the end of its log when it is not
 */
export declare function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess>
//# sourceMappingURL=serviceProcess.d.ts.map
