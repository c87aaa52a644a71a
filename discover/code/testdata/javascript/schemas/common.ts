import { z } from "zod";

export const paging = {
  page: z.number().describe("Which page, from one"),
};
export const Ringing = z.object({ loud: z.boolean().describe("Whether it rings loudly") });
export const Rung = z.object({ times: z.number().describe("How often it rang") });
export const parametersSchema = z.object({ tower: z.string().describe("Name of the tower") });
