// The CLIs that Baton knows by itself.

import type { AgentStrategy } from './agentStrategy';
import { claude } from './claude';
import { codex } from './codex';
import { gemini } from './gemini';
import { qwen } from './qwen';

export const knownAgents: readonly AgentStrategy[] = [claude, codex, gemini, qwen];
