using System.Text.Json;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Measure;

/// <summary>What <c>rgp run --reactions</c> has written so far.</summary>
internal static class WrittenReactions
{
    /// <summary>Each reaction in seconds, in the order in which they came.</summary>
    public static List<(double Seconds, bool PlanCached)> Read(GovernedServer governed)
    {
        List<(double, bool)> reactions = [];
        using var file = new FileStream(governed.ReactionsFile, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using var lines = new StreamReader(file);
        while (lines.ReadLine() is { } line)
        {
            using var document = JsonDocument.Parse(line);
            var root = document.RootElement;
            reactions.Add((root.GetProperty("seconds").GetDouble(), root.GetProperty("plan_cached").GetBoolean()));
        }

        return reactions;
    }
}
