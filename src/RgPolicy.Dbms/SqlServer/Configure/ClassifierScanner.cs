using System.Text;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Walks through a classifier's text.</summary>
internal sealed class ClassifierScanner(string text)
{
    private int _at;

    /// <summary>True once something was not there that had to be.</summary>
    public bool HasFailed { get; private set; }

    /// <summary>True where this stands here.</summary>
    public bool IsAt(string expected) => string.CompareOrdinal(text, _at, expected, 0, expected.Length) == 0;

    /// <summary>Goes past it where it stands here.</summary>
    public bool Take(string expected)
    {
        if (!IsAt(expected))
        {
            return false;
        }

        _at += expected.Length;
        return true;
    }

    /// <summary>Goes past it; fails where it does not stand here.</summary>
    public void Expect(string expected) => HasFailed |= !Take(expected);

    /// <summary>Goes past its next occurrence.</summary>
    public bool SkipPast(string expected)
    {
        var found = text.IndexOf(expected, _at, StringComparison.Ordinal);
        if (found < 0)
        {
            return false;
        }

        _at = found + expected.Length;
        return true;
    }

    /// <summary>Whatever follows makes no sense.</summary>
    public void Fail() => HasFailed = true;

    /// <summary>The rest of the line, without its end.</summary>
    public string TakeLine() => TakeUntil("\n", isTaken: true);

    /// <summary>A variable's name.</summary>
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

    /// <summary>The text of a literal, Unicode or not.</summary>
    public string TakeLiteral()
    {
        Take("N");
        Expect("'");
        var literal = new StringBuilder();
        while (_at < text.Length && (text[_at] != '\'' || Take("'") && IsAt("'")))
        {
            literal.Append(text[_at++]);
        }

        HasFailed |= _at > text.Length;
        return literal.ToString();
    }
}
