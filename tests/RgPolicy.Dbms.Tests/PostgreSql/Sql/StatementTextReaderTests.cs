using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Sql;

/// <summary>Where a session's standard_conforming_strings decides what a text says, nothing is certain.</summary>
public sealed class StatementTextReaderTests
{
    private static readonly DateTime Now = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);

    [Theory]
    [InlineData(@"select '\'", true)]
    [InlineData(@"select '\'; select work() --'", true)]
    [InlineData(@"select '\''; select work() --'", true)]
    [InlineData(@"select n'\' from t", true)]
    [InlineData(@"select 'a\\\'", true)]
    [InlineData(@"select '\\'", false)]
    [InlineData(@"select 'a\b'", false)]
    [InlineData(@"select 'it''s', 'C:\dir'", false)]
    [InlineData(@"select e'\'', E'a\\'", false)]
    [InlineData(@"select $$\'$$, $a$\'$a$", false)]
    [InlineData(@"select 1 /* '\' */ -- '\'", false)]
    [InlineData("select \"a\\\" from t", false)]
    public void Read_BackslashBeforeAQuote_IsUncertainInAPlainString(string text, bool expected)
    {
        Assert.Equal(expected, StatementTextReader.Read(text).IsUnreadable);
        Assert.Equal(expected, StatementTextReader.HasUncertainStrings(text));
    }

    [Theory]
    [InlineData(@"commit prepared 'a'", true)]
    [InlineData(@"commit prepared '\''; select work() --'", false)]
    public void Of_UncertainText_IsNoTransactionControl(string text, bool expected)
    {
        var row = new ActivityRow(100, 0, 1, 1, 7, Now, Now, 1, false, false, false, false);
        var known = new KnownStatements(10).Of(row, new ActivityText(100, Now, Now, "app", "", text, false));

        Assert.Equal(expected, known.Facts.IsTransactionControl);
    }
}
