using RgPolicy.Dbms.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Doctor;

public sealed class PreloadAdviceTests
{
    private const string Create =
        "CREATE EXTENSION IF NOT EXISTS pg_stat_statements;\n"
        + "ALTER ROLE \"watcher\" SET pg_stat_statements.track = 'none';";

    private static readonly PostgresRights Rights = new(
        ReadsAllData: true,
        WritesAllData: false,
        FreeConnections: 10,
        ClosedDatabases: [],
        CancelsQueries: true,
        Preloaded: "",
        IsPreloadFixed: false,
        OffersStatements: true,
        HasUsualRole: false
    );

    [Theory]
    [InlineData("", "'pg_stat_statements'")]
    [InlineData("auto_explain", "'auto_explain', 'pg_stat_statements'")]
    [InlineData("pg_cron,  auto_explain", "'pg_cron', 'auto_explain', 'pg_stat_statements'")]
    [InlineData("\"my, library\", $libdir/other", "'my, library', '$libdir/other', 'pg_stat_statements'")]
    [InlineData("\"a\"\"b\", it's", "'a\"b', 'it''s', 'pg_stat_statements'")]
    public void Statements_LibrariesThatAreLoaded_AreKept(string preloaded, string expected)
    {
        var statements = PreloadAdvice.Statements(Rights with { Preloaded = preloaded }, "watcher");

        Assert.StartsWith(
            $"ALTER SYSTEM SET shared_preload_libraries = {expected};\n{Create}\n",
            statements,
            StringComparison.Ordinal
        );
        Assert.EndsWith("-- then restart the server", statements, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("auto_explain, pg_stat_statements", true)]
    [InlineData("$libdir/pg_stat_statements", true)]
    [InlineData("\"/usr/lib/my server/pg_stat_statements.so\", auto_explain", true)]
    [InlineData("$libdir/my_pg_stat_statements, pg_stat_statements_more", false)]
    public void Statements_LibraryThatIsLoaded_OnlyTheExtensionIsMade(string preloaded, bool isLoaded) =>
        Assert.Equal(isLoaded, PreloadAdvice.Statements(Rights with { Preloaded = preloaded }, "watcher") == Create);

    [Fact]
    public void Statements_ListThatCannotBeSeen_ChangesNothingWhenPasted() =>
        Assert.DoesNotContain(
            "ALTER SYSTEM SET shared_preload_libraries =",
            PreloadAdvice.Statements(Rights with { Preloaded = null }, "watcher"),
            StringComparison.Ordinal
        );

    [Fact]
    public void Statements_HostWithoutTheFiles_LoadsNothingThatKeepsTheServerFromStarting() =>
        PastedFix.AssertIsWordsOnly(PreloadAdvice.Statements(Rights with { OffersStatements = false }, "watcher"));

    [Fact]
    public void Statements_ListOfTheCommandLine_IsNotSetWhereItHasNoEffect()
    {
        var statements = PreloadAdvice.Statements(Rights with { IsPreloadFixed = true }, "watcher");

        Assert.DoesNotContain("ALTER SYSTEM SET shared", statements, StringComparison.Ordinal);
        Assert.Contains("on the server's command line", statements, StringComparison.Ordinal);
    }
}
