using System.Text.RegularExpressions;

namespace RgPolicy.Testing.Engine.Differences;

/// <summary>
/// Edits of a text that know nothing of its statements: words are exchanged, left out, doubled, moved
/// and renamed, and lines change places. Most results are no policy; those that are come from places
/// where nobody thought of an edit.
/// </summary>
internal sealed partial class TokenEdit(WordSource words)
{
    private static readonly string[][] Likes =
    [
        ["and", "or"],
        ["<", "<=", ">", ">=", "=", "!="],
        ["p50", "p95", "p99"],
        ["log", "notify", "deprioritize", "cancel"],
        ["when", "unless"],
        ["oltp", "scan", "join", "sort"],
        ["mon", "wed", "fri", "sat", "sun"],
        ["s", "min", "h", "ms"],
        ["host.cpu.pressure", "host.io.pressure"],
        ["request.blocking", "request.workers", "plan.rows", "plan.dop", "dbms.active"],
        ["session.login", "session.app"],
        ["is", "is not"],
    ];

    /// <summary>An edited text, a policy or not.</summary>
    public string Of(string text)
    {
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries).ToList();
        if (words.OneIn(5))
        {
            EditLines(lines);
            return string.Join('\n', lines) + "\n";
        }

        var at = 1 + words.Below(lines.Count - 1);
        var tokens = Tokens().Matches(lines[at]).Select(match => match.Value).ToList();
        if (tokens.Count > 0)
        {
            Edit(tokens, Tokens().Matches(text).Select(match => match.Value).ToList());
            lines[at] = string.Join(' ', tokens);
        }

        var edited = string.Join('\n', lines) + "\n";
        return words.OneIn(8) ? Rename(edited) : edited;
    }

    private void EditLines(List<string> lines)
    {
        var (from, to) = (1 + words.Below(lines.Count - 1), 1 + words.Below(lines.Count - 1));
        switch (words.Below(3))
        {
            case 0:
                (lines[from], lines[to]) = (lines[to], lines[from]);
                break;
            case 1:
                lines.RemoveAt(from);
                break;
            default:
                lines.Insert(to, lines[from]);
                break;
        }
    }

    private void Edit(List<string> tokens, List<string> all)
    {
        var at = words.Below(tokens.Count);
        var length = Math.Min(1 + words.Below(6), tokens.Count - at);
        switch (words.Below(6))
        {
            case 0:
                tokens.RemoveRange(at, length);
                break;
            case 1:
                tokens.InsertRange(words.Below(tokens.Count + 1), tokens.GetRange(at, length));
                break;
            case 2:
                tokens.Insert(at, words.Of(["not", "exactly", "not ("]));
                break;
            case 3:
                var other = words.Below(tokens.Count);
                (tokens[at], tokens[other]) = (tokens[other], tokens[at]);
                break;
            default:
                tokens[at] = Like(tokens[at], all);
                break;
        }
    }

    /// <summary>Another word of the same kind, a number near by, or a word from elsewhere in the text.</summary>
    private string Like(string token, List<string> all)
    {
        if (int.TryParse(token, out var number))
            return FormattableString.Invariant($"{Math.Max(0, number + words.Of(new[] { -1, 1, 1, 10 }))}");

        return
            Likes.FirstOrDefault(likes => likes.Contains(token, StringComparer.Ordinal)) is { } same && !words.OneIn(5)
            ? words.Of(same)
            : words.Of(all.Where(each => Kind(each) == Kind(token)).ToList());
    }

    private static char Kind(string token) =>
        token[0] is '\'' or '"' ? 't'
        : char.IsDigit(token[0]) ? '0'
        : char.IsLetter(token[0]) ? 'a'
        : token[0];

    /// <summary>One name, wherever it stands.</summary>
    private string Rename(string text)
    {
        var names = Names().Matches(text).Select(match => match.Value).Distinct(StringComparer.Ordinal).ToList();
        return names.Count == 0
            ? text
            : Regex.Replace(
                text,
                $@"\b{words.Of(names)}\b",
                $"{words.Of(names)[0]}{words.Below(12)}",
                RegexOptions.None,
                TimeSpan.FromSeconds(1)
            );
    }

    [GeneratedRegex(
        """'[^']*'|"[^"]*"|[a-z][a-z0-9_.]*|[0-9]+(?:\.[0-9]+)?|[<>!]=|->|\.\.|\S""",
        RegexOptions.None,
        1000
    )]
    private static partial Regex Tokens();

    [GeneratedRegex(@"\b[cprstwn][0-9]\b", RegexOptions.None, 1000)]
    private static partial Regex Names();
}
