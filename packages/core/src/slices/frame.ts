import { createStore } from 'zustand/vanilla'
import type { FrameScreen } from '../interfaces/Connector.ts'

export type FrameState = {
  status: 'notCreated' | 'created' | 'ready' | 'failed'
  screen: FrameScreen
  /** Height the frame's content wants, CSS px. */
  height: number
  error: { code: number; message: string } | undefined
}

/** Life of the embedded wallet's frame (spec 4). */
export const createFrameSlice = () =>
  createStore<FrameState>(() => ({ status: 'notCreated', screen: 'none', height: 0, error: undefined }))
export type FrameSlice = ReturnType<typeof createFrameSlice>
