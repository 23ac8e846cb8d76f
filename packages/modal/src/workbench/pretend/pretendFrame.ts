import type { Config, FrameScreen } from '@latchkey/core'

/** Says what a frame with a screen says; the workbench lays a picture of one into the layer. */
export const pretendFrame = (config: Config, screen: FrameScreen, height: number): void =>
  config.frame.setState({ status: 'ready', screen, height })
