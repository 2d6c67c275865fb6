using System.Text.RegularExpressions;

namespace RgPolicy.Cli.Lint.Rules;

/// <summary>Reads a question: <c>{"field": "comment", "matches": "owner:"}</c>, with <c>all</c>,
/// <c>any</c> and <c>not</c>.</summary>
internal static class FactQueryReader
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    /// <summary>The question.</summary>
    /// <param name="json">The object.</param>
    /// <param name="sort">The sort of items that it is about, for messages.</param>
    /// <param name="fields">The fields that there are.</param>
    /// <exception cref="LintRulesException">It is none; the message says why.</exception>
    public static FactQuery Read(JsonElement json, string sort, ImmutableArray<string> fields)
    {
        if (json.ValueKind != JsonValueKind.Object)
            throw new LintRulesException("a question is an object with `field`, `all`, `any` or `not`");

        if (json.TryGetProperty("all", out var all))
            return new FactQuery.All(Parts(all, sort, fields));

        if (json.TryGetProperty("any", out var any))
            return new FactQuery.Any(Parts(any, sort, fields));

        if (json.TryGetProperty("not", out var not))
            return new FactQuery.Not(Read(not, sort, fields));

        if (json.TryGetProperty("field", out var field) && field.ValueKind == JsonValueKind.String)
            return Single(json, field.GetString() ?? "", sort, fields);

        throw new LintRulesException("a question has `field`, `all`, `any` or `not`");
    }

    private static ImmutableArray<FactQuery> Parts(JsonElement list, string sort, ImmutableArray<string> fields) =>
        list.ValueKind == JsonValueKind.Array
            ? [.. list.EnumerateArray().Select(part => Read(part, sort, fields))]
            : throw new LintRulesException("`all` and `any` take a list of questions");

    private static FactQuery Single(JsonElement json, string field, string sort, ImmutableArray<string> fields)
    {
        if (!fields.Contains(field, StringComparer.Ordinal))
        {
            throw new LintRulesException(
                $"a {sort} has no field `{field}`: it has {string.Join(", ", fields.Select(name => $"`{name}`"))}"
            );
        }

        if (json.TryGetProperty("equals", out var value))
            return new FactQuery.Equal(field, Values(value));

        if (json.TryGetProperty("matches", out var expression))
            return new FactQuery.Match(field, Expression(expression.GetString() ?? ""));

        if (
            json.TryGetProperty("exists", out var exists)
            && exists.ValueKind is JsonValueKind.True or JsonValueKind.False
        )
            return exists.GetBoolean() ? new FactQuery.Exists(field) : new FactQuery.Not(new FactQuery.Exists(field));

        throw new LintRulesException($"the question about `{field}` has none of `equals`, `matches` and `exists`");
    }

    private static ImmutableArray<string> Values(JsonElement value) =>
        value.ValueKind == JsonValueKind.Array
            ? [.. value.EnumerateArray().Select(each => each.ToString())]
            : [value.ToString()];

    // The text of a policy is not ours: an expression that takes long on it must not stop the run.
    private static Regex Expression(string text)
    {
        try
        {
            return new Regex(
                text,
                RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.NonBacktracking,
                Longest
            );
        }
        catch (Exception error) when (error is ArgumentException or NotSupportedException)
        {
            throw new LintRulesException($"`{text}` is not an expression: {error.Message}");
        }
    }
}
