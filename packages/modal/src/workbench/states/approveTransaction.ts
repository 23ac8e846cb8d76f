import { pretendFrame } from '../pretend/pretendFrame.ts'
import type { ViewStates } from '../pretend/ViewState.ts'

export const approveTransactionStates: ViewStates = {
  default: { prepare: (config) => pretendFrame(config, 'approval', 520) },
  tall: { prepare: (config) => pretendFrame(config, 'approval', 1_400) },
  loading: {},
  unreachable: {
    prepare: (config) =>
      config.frame.setState({ status: 'failed', error: { code: 6002, message: 'Not loaded' } }),
  },
}
