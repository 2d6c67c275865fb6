using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Sql;

public sealed class NormalisedTextTests
{
    [Theory]
    [InlineData("SELECT  a FROM t WHERE id=5", "select a from t where id = ?")]
    [InlineData("select a -- c\n from t /* d */ where id = 'x''y';", "select a from t where id = ?")]
    [InlineData("select \"A\" from t where id in (1, 2 ,3)", "select \"A\" from t where id in ( ? )")]
    [InlineData("select $1, E'\\'' , $$x$$", "select ?")]
    [InlineData("", "")]
    public void Of_Text_IsWithoutWhatDoesNotMatter(string text, string expected) =>
        Assert.Equal(expected, NormalisedText.Of(text));

    [Fact]
    public void Fingerprint_OtherLiterals_IsTheSame() =>
        Prop.ForAll(Gen.Two(Gen.Choose(0, 1_000_000)).ToArbitrary(), p => Fingerprint(p.Item1) == Fingerprint(p.Item2))
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Fingerprint_OtherTable_IsAnother() =>
        Assert.NotEqual(
            NormalisedText.Fingerprint("select 1 from a"),
            NormalisedText.Fingerprint("select 1 from b"),
            StringComparer.Ordinal
        );

    [Fact]
    public void Of_NormalText_StaysAsItIs() =>
        Prop.ForAll(
                Gen.Elements("select", "a", "from", "T1", "'x'", "12", "$1", ",", "(", ")", "\"Q\"", "=", "\n")
                    .ListOf()
                    .ToArbitrary(),
                words =>
                    NormalisedText.Of(
                        NormalisedText.Of(string.Join(' ', words)).Replace("?", "$1", StringComparison.Ordinal)
                    ) == NormalisedText.Of(string.Join(' ', words))
            )
            .QuickCheckThrowOnFailure();

    private static string Fingerprint(int value) =>
        NormalisedText.Fingerprint($"SELECT a FROM t WHERE id = {value} AND b = '{value}'");
}
