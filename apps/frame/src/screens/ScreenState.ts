import type { ComponentType } from 'react'
import type { ApprovalScreenContent, ApprovalScreenProps } from '../approvals/ApprovalScreenProps.ts'
import type { CodeFlow } from '../code/codeFlow.ts'

/** What the frame shows. The approval's component comes from a part that is loaded on demand. */
export type ScreenState =
  | { name: 'none' }
  | { name: 'code'; flow: CodeFlow }
  | { name: 'approval'; Screen: ComponentType<ApprovalScreenProps>; content: ApprovalScreenContent }
