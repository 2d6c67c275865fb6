using System.Globalization;
using System.Text.Json;
using RgPolicy.Cli.Terminal;

namespace RgPolicy.Cli.Live;

/// <summary>What of a policy is not carried out on the target, and why.</summary>
internal static class NotEnforcedText
{
    private const int Longest = 200;

    /// <summary>Prints it.</summary>
    public static void Write(TextWriter output, JsonElement status)
    {
        var lines = Steps(status).Concat(Settings(status)).Distinct(StringComparer.Ordinal).ToList();
        if (lines.Count == 0)
        {
            return;
        }

        output.WriteLine();
        output.WriteLine("Not carried out by this service here");
        lines.ForEach(line => output.WriteLine("  " + line));
    }

    private static IEnumerable<string> Steps(JsonElement status) =>
        status.GetProperty("not_enforced").EnumerateArray().Select(item => string.Create(
            CultureInfo.InvariantCulture, $"{Text(item, "name")} (line {item.GetProperty("line").GetInt32()}): {Text(item, "reason")}"));

    private static IEnumerable<string> Settings(JsonElement status) =>
        from pool in status.GetProperty("pools").EnumerateArray()
        from setting in pool.GetProperty("settings").EnumerateArray()
        where setting.GetProperty("effect").GetString() == "none"
        select $"{Text(setting, "requested")} (pool {Text(pool, "name")}): {Text(setting, "reason")}";

    private static string Text(JsonElement item, string name) => OneLine.Of(item.GetProperty(name).GetString() ?? "", Longest);
}
