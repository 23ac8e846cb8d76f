import type { ComponentType, ReactElement } from 'react'
import type { ApprovalScreenContent, ApprovalScreenProps } from '../approvals/ApprovalScreenProps.ts'
import type { ScreenProps } from '../screens/parts/ScreenProps.ts'
import type { CodeFlow } from '../signIn/flows/codeFlow.ts'
import type { DeviceFlow } from '../signIn/flows/deviceFlow.ts'

/** Draws a screen with what runs behind it. */
export type DrawScreen = (props: ScreenProps) => ReactElement

/** The device screen outlives one call of the host: it is asked for again and again. */
export type DeviceWait = {
  flow: DeviceFlow
  /** Fires when the person asks for another address. */
  left: AbortSignal
  /** How many times the host has asked. */
  calls: number
}

/** What the frame shows. All but the code's component come from parts that are loaded on demand. */
export type ScreenState =
  | { name: 'none' }
  | { name: 'code'; flow: CodeFlow }
  | { name: 'device'; draw: DrawScreen; wait: DeviceWait }
  | { name: 'farcaster' | 'recovery'; draw: DrawScreen }
  | { name: 'approval'; Screen: ComponentType<ApprovalScreenProps>; content: ApprovalScreenContent }
  /** The state of calls, which the host lays out as an approval. */
  | { name: 'approval'; draw: DrawScreen }
