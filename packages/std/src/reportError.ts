/** Reports a bug of the application's own code as the platform does, without stopping the code that met it. */
export function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}

/** Calls a listener of the application's. What it throws is reported, and neither the caller nor the next listener sees it. */
export function callListener<Value>(listener: (value: Value) => void, value: Value): void {
  try {
    listener(value)
  } catch (error) {
    reportError(error)
  }
}
