using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Reads a classifier that RgPolicy wrote. Whatever it makes of a text, the text counts as RgPolicy's own only
/// if writing the result gives the same text again.</summary>
internal static class ClassifierReader
{
    /// <summary>True where RgPolicy would write exactly this text.</summary>
    public static bool IsOwn(ClassifierFunction function) => Read(function) is not null;

    /// <summary>What the function says, or null where it is not RgPolicy's text.</summary>
    public static LoginClassifier? Read(ClassifierFunction function)
    {
        var scanner = new ClassifierScanner(function.Definition);
        return
            ReadFunction(scanner) is { } classifier
            && ClassifierWriter.Write(classifier, function.Name) == function.Definition
            ? classifier
            : null;
    }

    private static LoginClassifier? ReadFunction(ClassifierScanner scanner)
    {
        scanner.SkipPast("IF IS_SRVROLEMEMBER(N'sysadmin') = 1");
        var governed = ImmutableArray.CreateBuilder<string>();
        while (scanner.Take(" AND COALESCE(SUSER_SNAME(), N'') + N'|' <> "))
        {
            governed.Add(Text(scanner));
            scanner.Take(" COLLATE " + SqlCollation.Binary);
        }

        var zones = ClassifierZoneReader.Read(scanner);
        var rules = ImmutableArray.CreateBuilder<LoginRule>();
        while (scanner.SkipPast("    -- class "))
        {
            var name = scanner.TakeLine();
            if (scanner.Take("    RETURN "))
            {
                return scanner.HasFailed
                    ? null
                    : new LoginClassifier(governed.ToImmutable(), rules.ToImmutable(), name, scanner.TakeLiteral());
            }

            scanner.Take("    IF ");
            var test = Test(scanner, zones, 0);
            scanner.Take("\n        RETURN ");
            rules.Add(new LoginRule(name, test, scanner.TakeLiteral()));
        }

        return null;
    }

    private static LoginTest Test(ClassifierScanner scanner, ImmutableArray<LoginWindow> zones, int depth)
    {
        const int Deepest = 200;
        if (depth < Deepest && scanner.Take("("))
            return Joined(scanner, zones, depth + 1);
        if (scanner.Take("/* during "))
            return ClassifierZoneReader.Window(scanner, zones);
        if (scanner.Take(ClassifierWriter.Membership))
            return Member(scanner);
        var isByCapitals = scanner.Take(ClassifierWriter.Capitals);
        var variable = scanner.TakeWord();
        if (ClassifierWriter.InputOf(variable) is not { } input)
        {
            scanner.Fail();
            return new LoginTest.Always(false);
        }

        if (isByCapitals)
            scanner.Expect(ClassifierWriter.EndOfCapitals);
        return Compare(scanner, input, isByCapitals);
    }

    private static LoginTest.Member Member(ClassifierScanner scanner)
    {
        var group = scanner.TakeLiteral();
        var isIn = scanner.Take(") = 1");
        if (!isIn)
            scanner.Expect(") = 0");
        return new LoginTest.Member(group, !isIn);
    }

    private static LoginTest Joined(ClassifierScanner scanner, ImmutableArray<LoginWindow> zones, int depth)
    {
        var tests = ImmutableArray.CreateBuilder<LoginTest>();
        tests.Add(Test(scanner, zones, depth));
        var isAnd = scanner.IsAt(" AND ");
        while (!scanner.HasFailed && scanner.Take(isAnd ? " AND " : " OR "))
            tests.Add(Test(scanner, zones, depth));
        scanner.Expect(")");
        return isAnd ? new LoginTest.AllOf(tests.ToImmutable()) : new LoginTest.AnyOf(tests.ToImmutable());
    }

    private static LoginTest Compare(ClassifierScanner scanner, LoginInput input, bool isByCapitals)
    {
        var isEqual = scanner.Take(" = ");
        var isUnequal = !isEqual && scanner.Take(" <> ");
        var isUnlike = !isEqual && !isUnequal && scanner.Take(" NOT LIKE ");
        var isPattern = isUnlike || (!isEqual && !isUnequal && scanner.Take(" LIKE "));
        var literal = Text(scanner);
        var isExact = scanner.Take(" COLLATE " + SqlCollation.Binary) && !isByCapitals;
        scanner.Take(" COLLATE " + SqlCollation.IgnoringCase);
        scanner.Take(" ESCAPE N'\\'");
        return isPattern
            ? new LoginTest.Match(input, TextPattern.OfUnits(Unescape(literal), isExact), isUnlike)
            : new LoginTest.Compare(input, literal, isExact, isUnequal);
    }

    private static string Text(ClassifierScanner scanner)
    {
        var literal = scanner.TakeLiteral();
        return literal.EndsWith(ClassifierWriter.Bar, StringComparison.Ordinal) ? literal[..^1] : literal;
    }

    private static string Unescape(string pattern)
    {
        var text = new System.Text.StringBuilder(pattern.Length);
        for (var at = 0; at < pattern.Length; at++)
        {
            var isEscaped = pattern[at] == ClassifierWriter.Escape && at + 1 < pattern.Length;
            at += isEscaped ? 1 : 0;
            text.Append(
                isEscaped
                    ? pattern[at]
                    : pattern[at] switch
                    {
                        '%' => TextPattern.Many,
                        '_' => TextPattern.One,
                        var letter => letter,
                    }
            );
        }

        return text.ToString();
    }
}

internal sealed class ClassifierScanner(string text)
{
    private int _at;

    public bool HasFailed { get; private set; }

    public bool IsAt(string expected) => string.CompareOrdinal(text, _at, expected, 0, expected.Length) == 0;

    /// <summary>Goes past it where it stands here.</summary>
    public bool Take(string expected)
    {
        if (!IsAt(expected))
            return false;
        _at += expected.Length;
        return true;
    }

    /// <summary>Goes past it; fails where it does not stand here.</summary>
    public void Expect(string expected) => HasFailed |= !Take(expected);

    public bool SkipPast(string expected)
    {
        var found = text.IndexOf(expected, _at, StringComparison.Ordinal);
        if (found < 0)
            return false;
        _at = found + expected.Length;
        return true;
    }

    /// <summary>Whatever follows makes no sense.</summary>
    public void Fail() => HasFailed = true;

    /// <summary>The rest of the line, without its end.</summary>
    public string TakeLine() => TakeUntil("\n", isTaken: true);

    public string TakeWord() => TakeUntil(" ", isTaken: false);

    /// <summary>Everything before a text, and the text where it is to be taken too.</summary>
    public string TakeUntil(string end, bool isTaken)
    {
        var found = text.IndexOf(end, _at, StringComparison.Ordinal);
        if (found < 0)
        {
            Fail();
            return "";
        }

        var word = text[_at..found];
        _at = found + (isTaken ? end.Length : 0);
        return word;
    }

    public string TakeLiteral()
    {
        Take("N");
        Expect("'");
        var literal = new StringBuilder();
        while (_at < text.Length && (text[_at] != '\'' || Take("'") && IsAt("'")))
            literal.Append(text[_at++]);
        HasFailed |= _at > text.Length;
        return literal.ToString();
    }
}
