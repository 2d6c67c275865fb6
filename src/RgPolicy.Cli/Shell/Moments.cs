using System.CommandLine;
using System.CommandLine.Parsing;
using NodaTime;
using NodaTime.Text;

namespace RgPolicy.Cli.Shell;

/// <summary>The option <c>--at TIME</c>: ISO 8601 with an offset.</summary>
internal static class Moments
{
    /// <summary>Creates the option.</summary>
    public static Option<Instant?> CreateOption() =>
        new("--at")
        {
            Description = "The moment at which windows are evaluated, such as 2026-11-20T10:00+01:00. Without it: now.",
            HelpName = "TIME",
            CustomParser = Parse,
        };

    private static Instant? Parse(ArgumentResult result)
    {
        var text = result.Tokens[0].Value;
        foreach (var pattern in (ReadOnlySpan<OffsetDateTimePattern>)[OffsetDateTimePattern.ExtendedIso, ShortPattern])
        {
            if (pattern.Parse(text) is { Success: true } parsed)
            {
                return parsed.Value.ToInstant();
            }
        }

        result.AddError(
            $"`{text}` is not a moment: write a date, a time and an offset, such as 2026-11-20T10:00+01:00 or "
                + "2026-11-20T09:00Z."
        );
        return null;
    }

    private static OffsetDateTimePattern ShortPattern { get; } =
        OffsetDateTimePattern.CreateWithInvariantCulture("uuuu'-'MM'-'dd'T'HH':'mmo<G>");
}
