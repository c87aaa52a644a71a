export const PathSchema = z.object({ path: z.string().describe('Path of the file') });
