/** Reports a bug of the application's own code as the platform does, without stopping the code that met it. */
export function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
