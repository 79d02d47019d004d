import { planCommand } from '../announce/plan.ts';
import { testCommand } from '../announce/preview.ts';
import { sendCommand } from '../announce/send.ts';
import { statusCommand } from '../announce/status.ts';
import { cancelCommand, pauseCommand, resumeCommand } from '../announce/switches.ts';
import { defineGroup } from '../define-command.ts';

/** `announce`: one email to many people, once each. */
export const announceCommand = defineGroup({
  name: 'announce',
  summary: 'news or the launch to everyone who confirmed: plan, test, send, pause, resume, status, cancel',
  examples: [
    'announce plan launch.md --dry-run',
    'announce test launch you@example.org',
    'announce send launch',
    'announce status',
  ],
  commands: [
    planCommand,
    testCommand,
    sendCommand,
    pauseCommand,
    resumeCommand,
    statusCommand,
    cancelCommand,
  ],
});
