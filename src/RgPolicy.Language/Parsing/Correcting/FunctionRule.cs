using System.Collections.Frozen;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Functions and placeholders, of which the language has none: <c>suser_name() = 'etl'</c>, <c>lower(session.app)</c>, <c>${pool}</c>.</summary>
internal sealed class FunctionRule : ICorrectionRule
{
    private const int MostInside = 60;

    private static readonly FrozenDictionary<string, string> Signals = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
    {
        ["suser_name"] = "session.login", ["suser_sname"] = "session.login", ["original_login"] = "session.login", ["current_user"] = "session.login",
        ["session_user"] = "session.login", ["system_user"] = "session.login", ["user"] = "session.login", ["user_name"] = "session.login",
        ["app_name"] = "session.app", ["program_name"] = "session.app", ["application_name"] = "session.app",
        ["host_name"] = "session.host", ["inet_client_addr"] = "session.host", ["db_name"] = "session.database", ["current_database"] = "session.database",
        ["original_db_name"] = "session.database",
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    // Of pg_stat_activity, postgresql.conf and sys.dm_exec_sessions.
    private static readonly FrozenDictionary<string, string> Columns = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
    {
        ["usename"] = "session.login", ["username"] = "session.login", ["login_name"] = "session.login", ["original_login_name"] = "session.login",
        ["appname"] = "session.app", ["application"] = "session.app", ["datname"] = "session.database", ["dbname"] = "session.database",
        ["database_name"] = "session.database", ["client_addr"] = "session.host", ["client_hostname"] = "session.host", ["hostname"] = "session.host",
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    private static readonly FrozenSet<string> Casing =
        new[] { "lower", "upper", "lcase", "ucase", "tolower", "toupper" }.ToFrozenSet(StringComparer.OrdinalIgnoreCase);

    private static readonly FrozenSet<string> Absent = new[] { "coalesce", "isnull", "nvl", "ifnull", "nullif" }.ToFrozenSet(StringComparer.OrdinalIgnoreCase);

    private static string? Pattern(string name) => name.ToUpperInvariant() switch
    {
        "SUBSTRING" or "SUBSTR" or "LEFT" or "STARTS_WITH" or "STARTSWITH" => "like 'A%'",
        "RIGHT" or "ENDS_WITH" or "ENDSWITH" => "like '%A'",
        "REGEXP_LIKE" or "REGEXP_MATCHES" or "REGEXP_MATCH" or "REGEXP" or "INSTR" or "CHARINDEX" or "PATINDEX" or "POSITION" or "STRPOS" or "CONTAINS" or "MATCH" or "MATCHES" => "like '%A%'",
        _ => null,
    };

    /// <summary>The signal that a function or column of a server tells under another name, or null.</summary>
    public static string? SignalOf(string name) => Signals.GetValueOrDefault(name) ?? Columns.GetValueOrDefault(name);

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) => Call(tokens, index) ?? Placeholder(tokens, index);

    private static (Correction Correction, int Next)? Call(RawTokens tokens, int index)
    {
        var isCall = tokens.Type(index) == RgPolicyLexer.IDENTIFIER && tokens.Is(index + 1, "(") && tokens.Touches(index) && tokens.BeginsCondition(index);
        var close = isCall ? Close(tokens, index + 1) : -1;
        if (close < 0)
        {
            return null;
        }

        var name = tokens.Text(index);
        var isAsked = tokens.SignalEnd(index + 2) is var end && end > 0 && (end == close || tokens.Is(end, ","));
        return Signals.GetValueOrDefault(name) is { } signal && !isAsked
            ? Instead(tokens, index, close + 1, signal, $"There are no functions: write `{signal}` instead of `{name}()`.", isSure: true)
            : !isAsked ? null
            : Casing.Contains(name)
            ? Instead(tokens, index, close + 1, tokens.Slice(index + 2, end), $"Texts are compared without regard to case (but for `exactly`): write `{tokens.Slice(index + 2, end)}` alone.", isSure: true)
            : Pattern(name) is { } advice ? Instead(tokens, index, AnswerEnd(tokens, close + 1), "plan.writes is known",
                $"There are no functions such as `{name}()`: write `{tokens.Slice(index + 2, end)} {advice}` (`%` is any text, `_` one character).", isSure: false)
            : Absent.Contains(name) ? Instead(tokens, index, AnswerEnd(tokens, close + 1), "plan.writes is known",
                $"There are no functions such as `{name}()`: ask `{tokens.Slice(index + 2, end)}` itself, for a class never matches while it is unknown, or ask `{tokens.Slice(index + 2, end)} is known`.", isSure: false)
            : Instead(tokens, index, AnswerEnd(tokens, close + 1), "plan.writes is known", $"There are no functions such as `{name}()`: a question asks a signal itself, such as `{tokens.Slice(index + 2, end)}`.", isSure: false);
    }

    // What the function is compared with goes too: it is of the function's type.
    private static int AnswerEnd(RawTokens tokens, int index) =>
        tokens.IsComparison(index) && tokens.ConstantEnd(index + 1) is var end && end > 0 ? end : index;

    private static int Close(RawTokens tokens, int open)
    {
        for (var (place, depth) = (open, 0); place < Math.Min(tokens.Count, open + MostInside); place++)
        {
            depth += tokens.Is(place, "(") ? 1 : tokens.Is(place, ")") ? -1 : 0;
            if (depth == 0)
            {
                return place;
            }
        }

        return -1;
    }

    // `${pool}`, `$pool`, `{{ pool }}`. What is put in only helps to read on.
    private static (Correction Correction, int Next)? Placeholder(RawTokens tokens, int index)
    {
        var isDollar = tokens.Is(index, "$") && tokens.Touches(index);
        var isDouble = tokens.Is(index, "{") && tokens.Is(index + 1, "{") && tokens.Touches(index);
        var end = isDollar && tokens.IsWord(index + 1) ? index + 2
            : isDollar && tokens.Is(index + 1, "{") && tokens.IsWord(index + 2) && tokens.Is(index + 3, "}") ? index + 4
            : isDouble && tokens.IsWord(index + 2) && tokens.Is(index + 3, "}") && tokens.Is(index + 4, "}") ? index + 5 : -1;
        return end < 0 ? null : Instead(tokens, index, end, "_",
            $"`{tokens.Slice(index, end)}` is a placeholder of another tool: write what it stands for, or a `let`.", isSure: false);
    }

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int index, int next, string meant, string message, bool isSure)
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (new Correction("RG1005", start, end, message, [new Replacement(start, end, meant)]) { Fix = isSure ? $"Write `{meant}`" : null }, next);
    }
}
