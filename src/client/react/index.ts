export { type ChatState, type UseChat, useChat } from './use-chat.ts';
export type { RunState } from './use-run.ts';
export { type RunTaskOptions, type TaskState, type UseTask, useTask } from './use-task.ts';
