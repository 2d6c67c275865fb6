using RgPolicy.Language.Facts;

namespace RgPolicy.Cli.Lint.Rules;

/// <summary>Reads <c>rgpolicy.json</c>; its schema is docs/rgpolicy.schema.json.</summary>
internal static class LintRulesReader
{
    private static readonly string[] Members = ["$schema", "rules", "help_uri", "targets", "required"];
    private static readonly string[] RequiredMembers = ["name", "for", "where", "must", "message", "severity"];
    private static readonly JsonDocumentOptions Options = new()
    {
        CommentHandling = JsonCommentHandling.Skip,
        AllowTrailingCommas = true,
    };

    /// <summary>The rules of a file's bytes.</summary>
    /// <exception cref="LintRulesException">They cannot be read; the message says why.</exception>
    public static LintRules Read(ReadOnlyMemory<byte> bytes)
    {
        try
        {
            var mark = Encoding.UTF8.Preamble;
            var text = bytes.Span.StartsWith(mark) ? bytes[mark.Length..] : bytes;
            if (text.Span.IndexOfAnyExcept(" \t\r\n"u8) < 0)
                throw new LintRulesException("it is empty: write `{}`, or remove it");

            using var document = JsonDocument.Parse(text, Options);
            return Read(document.RootElement);
        }
        catch (JsonException error)
        {
            throw new LintRulesException(
                Invariant($"it is cut or no JSON at line {error.LineNumber + 1}, column {error.BytePositionInLine + 1}")
            );
        }
        catch (InvalidOperationException error)
        {
            throw new LintRulesException(error.Message);
        }
    }

    private static LintRules Read(JsonElement root)
    {
        CheckMembers(root, Members, "the file");
        return new LintRules(
            root.TryGetProperty("rules", out var rules) ? Severities(rules) : LintRules.None.Severities,
            root.TryGetProperty("help_uri", out var help) ? help.GetString() : null,
            root.TryGetProperty("targets", out var targets)
                ? [.. targets.EnumerateArray().Select(each => each.GetString() ?? "")]
                : [],
            root.TryGetProperty("required", out var required) ? [.. required.EnumerateArray().Select(Required)] : []
        );
    }

    private static void CheckMembers(JsonElement json, string[] members, string owner)
    {
        if (json.ValueKind != JsonValueKind.Object)
            throw new LintRulesException($"{owner} is not an object");

        foreach (
            var name in json.EnumerateObject()
                .Select(member => member.Name)
                .Where(name => !members.Contains(name, StringComparer.Ordinal))
        )
        {
            var meant = NameSuggestion.Find(name, members);
            throw new LintRulesException(
                $"{owner} has no member `{name}`." + (meant is null ? "" : $" Did you mean `{meant}`?")
            );
        }
    }

    private static ImmutableSortedDictionary<string, DiagnosticSeverity?> Severities(JsonElement rules)
    {
        var severities = ImmutableSortedDictionary.CreateBuilder<string, DiagnosticSeverity?>(StringComparer.Ordinal);
        foreach (var rule in rules.EnumerateObject())
        {
            var entry =
                DiagnosticCatalog.Find(rule.Name)
                ?? throw new LintRulesException($"there is no diagnostic `{rule.Name}`");
            var severity = Severity(rule.Value.GetString());
            if (entry.Severity == DiagnosticSeverity.Error && severity != DiagnosticSeverity.Error)
            {
                throw new LintRulesException(
                    $"`{rule.Name}` is an error, which rejects the policy wherever it is used: it "
                        + "cannot be switched off or lowered"
                );
            }

            severities[entry.Code] = severity;
        }

        return severities.ToImmutable();
    }

    private static DiagnosticSeverity? Severity(string? word) =>
        word switch
        {
            "off" => null,
            "info" => DiagnosticSeverity.Info,
            "warning" => DiagnosticSeverity.Warning,
            "error" => DiagnosticSeverity.Error,
            _ => throw new LintRulesException($"`{word}` is not a severity: write `off`, `info`, `warning` or `error`"),
        };

    private static RequiredRule Required(JsonElement json)
    {
        CheckMembers(json, RequiredMembers, "a required rule");
        var name = Text(json, "name");
        var sort = Text(json, "for");
        if (!PolicyFacts.Fields.TryGetValue(sort, out var fields))
        {
            throw new LintRulesException(
                $"`{sort}` is not a sort of item: write {string.Join(", ", PolicyFacts.Fields.Keys.Select(each => $"`{each}`"))}"
            );
        }

        var severity = json.TryGetProperty("severity", out var word)
            ? Severity(word.GetString())
            : DiagnosticSeverity.Warning;
        return new RequiredRule(
            name,
            sort,
            json.TryGetProperty("where", out var where) ? FactQueryReader.Read(where, sort, fields) : null,
            json.TryGetProperty("must", out var must)
                ? FactQueryReader.Read(must, sort, fields)
                : throw new LintRulesException($"the rule `{name}` has no `must`"),
            json.TryGetProperty("message", out _) ? Text(json, "message") : "",
            severity ?? throw new LintRulesException($"the rule `{name}` is off: leave it out")
        );
    }

    private static string Text(JsonElement json, string member) =>
        json.TryGetProperty(member, out var value) && value.ValueKind == JsonValueKind.String
            ? value.GetString() ?? ""
            : throw new LintRulesException($"a required rule has no text `{member}`");
}

/// <summary>A settings file that cannot be used; the message says why, for its author.</summary>
internal sealed class LintRulesException(string message) : Exception(message);
