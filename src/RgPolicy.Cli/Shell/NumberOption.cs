using System.CommandLine.Parsing;
using NodaTime;
using NodaTime.Text;

namespace RgPolicy.Cli.Shell;

/// <summary>The argument <c>[PATH...]</c> of commands that work on files.</summary>
internal static class PathArguments
{
    public static Argument<string[]> Create(string description) =>
        new("PATH") { Description = description, Arity = ArgumentArity.ZeroOrMore };

    /// <summary>What was given; without anything the working directory.</summary>
    public static ImmutableArray<string> Read(ParseResult result, Argument<string[]> paths) =>
        result.GetValue(paths) is { Length: > 0 } given ? [.. given] : ["."];
}

/// <summary>The option <c>--at TIME</c>: ISO 8601 with an offset.</summary>
internal static class Moments
{
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
                return parsed.Value.ToInstant();
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

/// <summary>An option that takes a whole number within limits.</summary>
internal static class NumberOption
{
    public static Option<int> Create(string name, string description, int usual, (int Least, int Most) limits)
    {
        var option = new Option<int>(name)
        {
            Description = description,
            HelpName = "N",
            DefaultValueFactory = _ => usual,
        };
        option.Validators.Add(result =>
        {
            if (
                result.Tokens is [.., var last]
                && !(
                    int.TryParse(last.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                    && number >= limits.Least
                    && number <= limits.Most
                )
            )
                result.AddError($"{name} takes a number from {limits.Least} to {limits.Most}.");
        });
        return option;
    }
}
