using RgPolicy.Dbms.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Doctor;

public sealed class PreloadAdviceTests
{
    [Theory]
    [InlineData("", "'pg_stat_statements'")]
    [InlineData("auto_explain", "'auto_explain', 'pg_stat_statements'")]
    [InlineData("pg_cron,  auto_explain", "'pg_cron', 'auto_explain', 'pg_stat_statements'")]
    [InlineData("\"my, library\", $libdir/other", "'my, library', '$libdir/other', 'pg_stat_statements'")]
    [InlineData("\"a\"\"b\", it's", "'a\"b', 'it''s', 'pg_stat_statements'")]
    public void Statements_LibrariesThatAreLoaded_AreKept(string preloaded, string expected)
    {
        var statements = PreloadAdvice.Statements(preloaded);

        Assert.StartsWith(
            $"ALTER SYSTEM SET shared_preload_libraries = {expected}; -- then restart",
            statements,
            StringComparison.Ordinal
        );
        Assert.EndsWith("CREATE EXTENSION pg_stat_statements;", statements, StringComparison.Ordinal);
    }

    [Fact]
    public void Statements_LibraryThatIsLoaded_OnlyTheExtensionIsMade() =>
        Assert.Equal(
            "CREATE EXTENSION pg_stat_statements;",
            PreloadAdvice.Statements("auto_explain, pg_stat_statements")
        );

    [Fact]
    public void Statements_ListThatCannotBeSeen_ChangesNothingWhenPasted() =>
        Assert.DoesNotContain(
            "ALTER SYSTEM SET shared_preload_libraries =",
            PreloadAdvice.Statements(null),
            StringComparison.Ordinal
        );
}
