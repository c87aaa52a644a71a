import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "farm", version: "1.0.0" });

const feed: Tool<-1> = { name: "feed_goats", description: "Feeds the goats.", inputSchema: { type: "object", properties: {} } };

const milk: Tool<keyof
  typeof goats> = { name: "milk_goats", description: "Milks the goats.", inputSchema: { type: "object", properties: {} } };

const more: Record<
  "goat_0" | "goat_1" | "goat_2" | "goat_3" | "goat_4" | "goat_5" | "goat_6" | "goat_7" | "goat_8" | "goat_9" | "goat_10" | "goat_11" | "goat_12" | "goat_13" | "goat_14" | "goat_15" | "goat_16" | "goat_17" | "goat_18" | "goat_19" | "goat_20" | "goat_21" | "goat_22" | "goat_23" | "goat_24" | "goat_25" | "goat_26" | "goat_27" | "goat_28" | "goat_29" | "goat_30" | "goat_31" | "goat_32" | "goat_33" | "goat_34" | "goat_35" | "goat_36" | "goat_37" | "goat_38" | "goat_39" | "goat_40" | "goat_41" | "goat_42" | "goat_43" | "goat_44" | "goat_45" | "goat_46" | "goat_47" | "goat_48" | "goat_49" | "goat_50" | "goat_51" | "goat_52" | "goat_53" | "goat_54" | "goat_55" | "goat_56" | "goat_57" | "goat_58" | "goat_59", Tool> = {
  shear: { name: "shear_sheep", description: "Shears the sheep.", inputSchema: { type: "object", properties: {} } },
};
