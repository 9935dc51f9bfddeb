/** Names as a person types them, with commas between them and blanks or none around each: "power,gas" as "gas, power". */
export const namesIn = (typed: string): string[] => typed.split(',').flatMap((name) => name.trim() || []);
