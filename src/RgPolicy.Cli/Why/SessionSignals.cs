using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Cli.Why;

/// <summary>Session signals from a command line.</summary>
internal static class SessionSignals
{
    private const string Group = "session.";

    /// <summary>Fills what <c>KEY=VALUE</c> gives; the key with or without <c>session.</c>.</summary>
    /// <returns>What is wrong, or null.</returns>
    public static string? Fill(IEnumerable<string> pairs, SignalValues values)
    {
        foreach (var pair in pairs)
        {
            var parts = pair.Split('=', 2);
            var name = parts[0].StartsWith(Group, StringComparison.Ordinal) ? parts[0] : Group + parts[0];
            if (parts.Length < 2 || SignalCatalog.Find(name) is not { } signal)
            {
                return $"`{pair}` is not a session signal: write app=NAME, login=NAME, host=NAME, "
                    + "database=NAME or group=NAME,NAME";
            }

            values[signal] =
                signal.Type == SignalType.Set ? SignalValue.Of([.. parts[1].Split(',')]) : SignalValue.Of(parts[1]);
        }

        return null;
    }
}
