/** What a toast of core tells, as a stable name: whoever shows it may have words of its own for it. */
export type ToastName =
  | 'actionNotAllowed'
  | 'authenticating'
  | 'noSmartAccounts'
  | 'signatureDeclined'
  | 'signInFailed'
  | 'signInTimeout'
export type Toast = {
  id: number
  kind: 'loading' | 'success' | 'error' | 'info'
  message: string
  name?: ToastName
}
export type Alert = {
  /** Stable name of the alert, such as `originNotAllowed`. */
  kind: string
  short: string
  long: string
  code?: number
}
/** At most one toast and one alert. */
export type NoticesState = { toast: Toast | undefined; alert: Alert | undefined }
