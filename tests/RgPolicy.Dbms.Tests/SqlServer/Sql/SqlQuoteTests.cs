using FsCheck;
using FsCheck.Fluent;
using Microsoft.SqlServer.TransactSql.ScriptDom;
using RgPolicy.Dbms.SqlServer.Sql;
using RgPolicy.Dbms.Tests.SqlServer.Parsing;

namespace RgPolicy.Dbms.Tests.SqlServer.Sql;

public sealed class SqlQuoteTests
{
    private static readonly string[] Hostile =
    [
        "'",
        "''",
        "]",
        "]]",
        "']",
        "x'; DROP TABLE t; --",
        "] WITH (MAX_DOP = 1); SHUTDOWN; --",
        "a\nb",
        "\r\nGO\r\n",
        "/*",
        "*/",
        "\\",
        "\"",
        "Ä\u2028ß",
        "N'",
        "𝄞",
    ];

    [Fact]
    public void Text_Hostile_IsReadBackAsOneLiteral()
    {
        foreach (var text in Hostile)
        {
            var select = Assert.IsType<SelectStatement>(
                Assert.Single(TransactSql.Statements("SELECT " + SqlQuote.Text(text)))
            );
            var element = Assert.IsType<SelectScalarExpression>(
                Assert.Single(((QuerySpecification)select.QueryExpression).SelectElements)
            );
            Assert.Equal(text, Assert.IsType<StringLiteral>(element.Expression).Value);
        }
    }

    [Fact]
    public void Name_Hostile_IsReadBackAsOneName()
    {
        foreach (var name in Hostile)
        {
            var drop = Assert.IsType<DropResourcePoolStatement>(
                Assert.Single(TransactSql.Statements("DROP RESOURCE POOL " + SqlQuote.Name(name)))
            );
            Assert.Equal(name, drop.Name.Value);
        }
    }

    [Fact]
    public void Quote_AnyText_ClosesOnlyAtItsEnd() =>
        Check.QuickThrowOnFailure(
            Prop.ForAll(
                ArbMap.Default.ArbFor<NonNull<string>>(),
                text =>
                    text.Get.Contains('\0', StringComparison.Ordinal)
                    || (
                        SqlQuote
                            .Text(text.Get)[2..^1]
                            .Replace("''", "", StringComparison.Ordinal)
                            .IndexOf('\'', StringComparison.Ordinal) < 0
                        && SqlQuote
                            .Name(text.Get)[1..^1]
                            .Replace("]]", "", StringComparison.Ordinal)
                            .IndexOf(']', StringComparison.Ordinal) < 0
                    )
            )
        );

    [Fact]
    public void Text_NullCharacter_IsRefused() => Assert.Throws<ArgumentException>(() => SqlQuote.Text("a\0b"));
}
