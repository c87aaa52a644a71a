export const DESCRIPTION = `Read a file.`;
export const prompts = { write: 'Write a ' + 'file.' } as const;
