using RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

namespace RgPolicy.Dbms.Tests.PostgreSql.Trials.Scripts.Expressions;

/// <summary>Expressions as pgbench reads them; many are of its own tests (001_pgbench_with_server.pl).</summary>
public sealed class ExpressionReaderTests
{
    [Theory]
    [InlineData("1 + 2 * 3 - 4", "3")]
    [InlineData("-(7 / 2) % 2", "-1")]
    [InlineData("7.0 / 2", "3.5")]
    [InlineData("2 << 3 | 1 # 3 & ~0", "18")]
    [InlineData("1 = 1.0 and not 2 < 1", "true")]
    [InlineData("null is null", "true")]
    [InlineData("1 isnull or 1 notnull", "true")]
    [InlineData(":a is not true", "true")]
    [InlineData("null and true", "NULL")]
    [InlineData("null and false", "false")]
    [InlineData("case when :a = 0 or 1 / :a < 0 then -1 else 1 / :a end", "-1")]
    [InlineData("case when null then 1 when 0.5 then 2 end", "2")]
    [InlineData("case when false then 1 end", "NULL")]
    [InlineData("hash(10, 5432)", "-5817877081768721676")]
    [InlineData("hash_murmur2(10, 5432)", "-5817877081768721676")]
    [InlineData("HASH_FNV1A(10, 5432)", "-7793829335365542153")]
    [InlineData("int(2.5) + int(3.5) + abs(-2)", "8")]
    [InlineData("greatest(1, 2.5, 2) * least(4, 2)", "5")]
    [InlineData("mod(-7, 3) + pow(2, 3)", "7")]
    [InlineData("double(sqrt(4)) + exp(0) + ln(1)", "3")]
    [InlineData("random(5, 5) + random_gaussian(1, 1, 2.0) + random_zipfian(2, 2, 1.1)", "8")]
    [InlineData("1 + null", "NULL")]
    [InlineData("1.5e-3 * 2", "0.003")]
    public void Read_Expression_HasItsValue(string text, string expected) =>
        Assert.Equal(expected, Read(text).Evaluate(Scope()).Text());

    [Theory]
    [InlineData("", 0, "not complete")]
    [InlineData("1 +", 3, "not complete")]
    [InlineData("1 2", 2, "`2` is not read here")]
    [InlineData("1 ? 2", 2, "`?` is not read here")]
    [InlineData("  luck(1)", 2, "there is no function `luck`")]
    [InlineData("random(1)", 0, "takes other than 1 arguments")]
    [InlineData("1 + :missing", 4, "`:missing` is set nowhere before")]
    [InlineData("99999999999999999999", 0, "too large")]
    [InlineData("1.2.3", 0, "is not a number")]
    [InlineData("case when 1 then 2", 18, "not complete")]
    [InlineData("(1", 2, "not complete")]
    public void Read_Mistake_IsToldWithItsPlace(string text, int place, string message)
    {
        var problem = Assert.Throws<ScriptException>(() => Read(text));

        Assert.Equal(10 + place, problem.Place);
        Assert.Contains(message, problem.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("1 / 0", "division by zero")]
    [InlineData("1 % 0", "division by zero")]
    [InlineData("9223372036854775807 + 1", "out of range")]
    [InlineData("(-9223372036854775807 - 1) / -1", "out of range")]
    [InlineData("int(1e30)", "out of range")]
    [InlineData("random(2, 1)", "lower bound is above")]
    [InlineData("random_gaussian(1, 9, 1.9)", "at least 2")]
    [InlineData("random_zipfian(1, 9, 1)", "from 1.001")]
    [InlineData("random_exponential(1, 9, 0)", "above 0")]
    [InlineData("permute(1, 0)", "above 0")]
    [InlineData("true + 1", "a number is wanted")]
    [InlineData(":word + 1", "is not a number")]
    public void Evaluate_NoValue_IsToldWithAReason(string text, string message) =>
        Assert.Contains(
            message,
            Assert.Throws<ScriptException>(() => Read(text).Evaluate(Scope())).Message,
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData("random(1, 4)")]
    [InlineData("random_exponential(1, 4, 3)")]
    [InlineData("random_gaussian(1, 4, 2.5)")]
    [InlineData("random_zipfian(1, 4, 1.5)")]
    public void Evaluate_Drawn_StaysWithinItsBoundsAndReachesThem(string text)
    {
        var (expression, scope) = (Read(text), Scope());
        var drawn = Enumerable.Range(0, 5000).Select(_ => expression.Evaluate(scope).Whole).ToHashSet();

        Assert.Equal([1L, 2, 3, 4], drawn.Order());
    }

    [Fact]
    public void Evaluate_Skewed_PrefersWhatItShould()
    {
        int[] Counts(string text)
        {
            var (expression, scope) = (Read(text), Scope());
            var counts = new int[5];
            for (var i = 0; i < 20_000; i++)
            {
                counts[expression.Evaluate(scope).Whole]++;
            }

            return counts;
        }

        var zipfian = Counts("random_zipfian(1, 4, 2)");
        var exponential = Counts("random_exponential(1, 4, 2)");
        var gaussian = Counts("random_gaussian(1, 4, 3)");

        // 1 / k^2 against its sum over four, 205 / 144.
        Assert.InRange(zipfian[1] / 20_000.0, 0.68, 0.72);
        Assert.InRange(zipfian[2] / 20_000.0, 0.16, 0.19);
        // (1 - e^-0.5) / (1 - e^-2)
        Assert.InRange(exponential[1] / 20_000.0, 0.44, 0.47);
        Assert.True(gaussian[2] > 5 * gaussian[1] && gaussian[3] > 5 * gaussian[4]);
    }

    // Divided by its count and multiplied again, 1 of 49 is less than 1.
    [Fact]
    public void Zipfian_RangeWhoseFractionsAreInexact_ReachesEveryValue()
    {
        var random = new Random(1);

        var seen = Enumerable.Range(0, 20_000).Select(_ => ScriptDraws.Zipfian(random, 1, 49, 1.1)).ToHashSet();

        Assert.Equal(49, seen.Count);
        Assert.Equal((1, 49), (seen.Min(), seen.Max()));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(1000)]
    [InlineData(1024)]
    public void Evaluate_Permute_IsAPermutation(int size)
    {
        var seen = Enumerable.Range(0, size).Select(i => ScriptHashes.Permute(i, size, 7)).ToHashSet();

        Assert.Equal(size, seen.Count);
        Assert.All(seen, each => Assert.InRange(each, 0, size - 1));
        Assert.Equal(ScriptHashes.Permute(1, size, 7), ScriptHashes.Permute(1 + size, size, 7));
    }

    [Fact]
    public void Read_AnyText_HasAValueOrAReason()
    {
        string[] words =
        [
            "1",
            "0",
            "-",
            "+",
            "(",
            ")",
            ":a",
            ":b",
            "random",
            "hash",
            ",",
            "case",
            "when",
            "then",
            "else",
            "end",
            "not",
            "and",
            "or",
            "is",
            "null",
            "1.5",
            "1e",
            ".",
            "<<",
            "~",
            "%",
            "/",
            "\u20ac",
            "\\",
            "permute",
            "int",
            "9223372036854775807",
        ];
        var random = new Random(4);
        for (var i = 0; i < 20_000; i++)
        {
            var text = string.Join(' ', random.GetItems(words, random.Next(12)));
            try
            {
                Read(text).Evaluate(Scope());
            }
            catch (ScriptException e)
            {
                Assert.InRange(e.Place, 10, 10 + text.Length);
            }
        }
    }

    [Fact]
    public void Read_DeepOrLong_IsRefused()
    {
        Assert.Throws<ScriptException>(() => Read(new string('(', 100_000) + "1"));
        Assert.Throws<ScriptException>(() => Read("1" + string.Concat(Enumerable.Repeat("+1", 100_000))));
    }

    private static ScriptExpression Read(string text) => ExpressionReader.Read(text, 10, Given().ContainsKey);

    private static Dictionary<string, string> Given() =>
        new(StringComparer.Ordinal)
        {
            ["a"] = "0",
            ["b"] = "2.5",
            ["word"] = "hello",
        };

    private static ScriptScope Scope() => new(Given(), new Random(1));
}
