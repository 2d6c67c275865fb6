using RgPolicy.Dbms.Texts;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Tests.Status;

public sealed class StatementExcerptTests
{
    private const string Secret = "s3cret";

    [Theory]
    [InlineData("select 1", "select ?")]
    [InlineData("select  a,\n\tb from t -- why\nwhere c = 'x''y' and d=$1", "select a, b from t where c = ? and d=$1")]
    [InlineData("select E'a\\'b', $q$c$q$, 1.5e3, x'ff'", "select ?, ?, ?, ?")]
    [InlineData("select \"Big Name\" from t1", "select \"Big Name\" from t1")]
    [InlineData("select 'cut off", "select ?")]
    [InlineData("select $q$cut off", "select ?")]
    [InlineData("select 'a\\' or b'", "select ?")]
    [InlineData("/* cut off", "?")]
    [InlineData(
        "select 1 from acc where card = 4111_1111_2222_3333 and b = 0b1010",
        "select ? from acc where card = ? and b = ?"
    )]
    [InlineData("select 0x1F, 0o17, 1__2, 12secret, 0xsecret", "select ?, ?, ?, ?, ?")]
    [InlineData("SET app.token TO s3cret", "SET app.token TO ?")]
    [InlineData(
        "select 1; set session app.token = s3cret, \"b\"; select a",
        "select ?; set session app.token = ?, ?; select a"
    )]
    [InlineData("alter role a in database d set app.token to s3cret", "alter role a in database d set app.token to ?")]
    [InlineData("update t set a = b where c in (select d)", "update t set a = b where c in (select d)")]
    [InlineData("alter table a rename to b", "alter table a rename to b")]
    public void Of_PostgreSql_HidesLiterals(string text, string shown) =>
        Assert.Equal(shown, LiteralMask.Of(text, "postgresql"));

    [Theory]
    [InlineData(
        "SELECT TOP 5 [a b], @p FROM t WHERE n = N'x' AND m = $12.50",
        "SELECT TOP ? [a b], @p FROM t WHERE n = ? AND m = ?"
    )]
    [InlineData("SELECT \"x\" -- why\nFROM #t1 WHERE h = 0xFF", "SELECT ? FROM #t1 WHERE h = ?")]
    [InlineData("SELECT 'cut off", "SELECT ?")]
    [InlineData("SELECT 0xAB\\\nCD, 0xAB\\\r\nCD", "SELECT ?, ?")]
    public void Of_TransactSql_HidesLiterals(string text, string shown) =>
        Assert.Equal(shown, LiteralMask.Of(text, "sqlserver"));

    [Theory]
    [InlineData(
        "postgresql",
        "select 's3cret', E'\\'s3cret', U&'s3cret', $$s3cret$$, $t$ s3cret $$ $t$ /* s3cret */ -- s3cret\n from t "
            + "where a = 's3cret\\' or b = ''s3cret'"
    )]
    [InlineData(
        "sqlserver",
        "select N's3cret', 's3cret''s3cret', \"s3cret\" /* s3cret /* s3cret */ */ -- s3cret\n from [t]"
    )]
    public void Of_TextCutAnywhere_ShowsNothingOfALiteral(string dbms, string text)
    {
        for (var length = 0; length <= text.Length; length++)
            Assert.DoesNotContain(Secret[..4], LiteralMask.Of(text[..length], dbms), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("SELECT 'it\"s', \"x\", 0x1F, .5 # why\nFROM `a b`", "SELECT ?, ?, ?, ? FROM `a b`")]
    [InlineData("SELECT /*! 'a' */ 1 -- why", "SELECT ? ?")]
    [InlineData("SELECT 'a\\' or 'secret'", "SELECT ?")]
    [InlineData("SELECT \"cut off", "SELECT ?")]
    [InlineData("SELECT a*/*secret*/b, 2_000, n'x', x'41' FROM t", "SELECT a* b, ?, ?, ? FROM t")]
    [InlineData("SELECT /*!99999 secret */ 1 -- a\r secret\n, 2", "SELECT ? , ?")]
    [InlineData("SELECT 1 /* cut off", "SELECT ? ?")]
    public void Of_TextOfMariaDb_HidesWhatMayBeALiteral(string text, string shown) =>
        Assert.Equal(shown, LiteralMask.Of(text, "mariadb"));

    [Theory]
    [InlineData(TextDisplay.None, null)]
    [InlineData(TextDisplay.WithoutLiterals, "select a from t where b = ?")]
    [InlineData(TextDisplay.Full, "select a from t where b = 'x'")]
    public void Of_Display_ShowsNoMoreThanThat(object display, string? shown) =>
        Assert.Equal(
            shown,
            StatementExcerpt.Of(Query("select a\nfrom t where b = 'x'"), (TextDisplay)display, "postgresql")
        );

    [Theory]
    [InlineData(TextDisplay.WithoutLiterals)]
    [InlineData(TextDisplay.Full)]
    public void Of_LongText_IsBounded(object display)
    {
        foreach (
            var text in new[]
            {
                new string('a', 1_000_000),
                new string(' ', 1_000_000) + "a",
                "select '" + new string('b', 1_000_000),
            }
        )
        {
            var shown = StatementExcerpt.Of(Query(text), (TextDisplay)display, "postgresql");

            Assert.InRange(shown!.Length, 3, StatementExcerpt.Longest);
            Assert.EndsWith("...", shown, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Of_TextThatMayNotBeRead_IsNothing() =>
        Assert.Null(StatementExcerpt.Of(Query(null), TextDisplay.Full, "postgresql"));

    private static ObservedQuery Query(string? text) =>
        new()
        {
            ProcessId = 1,
            Started = DateTimeOffset.UnixEpoch,
            Session = new SessionFacts("app", "app", "", "shop", false),
            Statement = new StatementFacts(StatementKind.Select, "f", text, false),
        };
}
