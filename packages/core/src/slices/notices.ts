import { createStore } from 'zustand/vanilla'

export type Toast = { id: number; kind: 'loading' | 'success' | 'error' | 'info'; message: string }
export type Alert = {
  /** Stable name of the alert, such as `originNotAllowed`. */
  kind: string
  short: string
  long: string
  code?: number
}
export type NoticesState = { toast: Toast | undefined; alert: Alert | undefined }

/** At most one toast and one alert. */
export const createNoticesSlice = () =>
  createStore<NoticesState>(() => ({ toast: undefined, alert: undefined }))
export type NoticesSlice = ReturnType<typeof createNoticesSlice>
