using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Parsing;

public sealed class LimitTests
{
    [Theory]
    [InlineData('(')]
    [InlineData('{')]
    [InlineData('-')]
    public void Check_DeepNesting_IsRefused(char mark)
    {
        var check = CheckStatements("let x = " + new string(mark, 5000) + "1");

        AssertOnly(check, "RG0002");
        Assert.Null(check.Policy);
    }

    [Fact]
    public void Check_NotRepeated_IsRefused() =>
        AssertOnly(
            CheckStatements("class c -> p when " + string.Concat(Enumerable.Repeat("not ", 5000)) + "plan.writes"),
            "RG0002"
        );

    [Fact]
    public void Check_NestedToTheLimit_IsRead() =>
        Assert.NotNull(Condition(new string('(', 195) + "plan.writes" + new string(')', 195)));

    [Fact]
    public void Check_LongChainOfOperands_IsRead()
    {
        var condition = Condition(string.Join(" or ", Enumerable.Repeat("plan.dop = 1", 3000)));

        Assert.Equal(3000, Assert.IsType<Conditions.OrCondition>(condition).Operands.Length);
    }

    [Fact]
    public void Check_LongChainOfConstants_IsRefused()
    {
        var lets = string.Join('\n', Enumerable.Range(0, 1000).Select(index => $"let x{index} = x{index + 1}"));

        Assert.Contains(CheckStatements(lets + "\nlet x1000 = 1").Diagnostics, found => found.Code == "RG0002");
    }

    [Fact]
    public void Check_ConstantThatExplodes_IsRefused()
    {
        var lets = string.Join(
            '\n',
            Enumerable.Range(1, 40).Select(index => $"let x{index} = x{index - 1} * x{index - 1}")
        );

        Assert.Contains(CheckStatements("let x0 = 99999999\n" + lets).Diagnostics, found => found.Code == "RG2006");
    }

    [Fact]
    public void Check_FileTooLarge_IsRefused() =>
        AssertOnly(PolicyReader.Check(new byte[10_000_001], "big.rgp", TargetProfile.Generic), "RG0001");

    [Fact]
    public void Check_MoreFindingsThanReported_SaysSo()
    {
        var check = CheckStatements(string.Concat(Enumerable.Repeat("clas x\n\nlet\n", 2000)));

        Assert.Equal(501, check.Diagnostics.Length);
        AssertOne(check, "RG0004");
    }

    [Fact]
    public void Check_ErrorBehindManyWarnings_IsReported()
    {
        var warned = string.Concat(
            Enumerable
                .Range(0, 600)
                .Select(index =>
                    $"class c{index} -> p when plan.dop is not known and statement.fingerprint = 'f{index}'\n"
                )
        );

        var check = PolicyReader.Check(
            $"language 1\npool p {{ cache 100% }}\n{warned}class last -> p when plan.dop is not known and "
                + "statement.fingerprint = 'f1'\ndefault -> p\n",
            "a.rgp",
            TargetProfile.Generic
        );

        Assert.Null(check.Policy);
        Assert.Equal(501, check.Diagnostics.Length);
        Assert.Equal(
            "RG3002",
            Assert.Single(check.Diagnostics, found => found.Severity == DiagnosticSeverity.Error).Code
        );
    }

    [Fact]
    public void Check_BytesThatAreNotUtf8_NamesTheByte()
    {
        byte[] bytes = [.. Encoding.UTF8.GetBytes("pool "), 0xC3, 0x28];

        var found = AssertOnly(PolicyReader.Check(bytes, "a.rgp", TargetProfile.Generic), "RG0003");

        Assert.Equal("Byte 5 is not UTF-8 (the file may be in Windows-1252): save it as UTF-8.", found.Message);
    }

    [Theory]
    [InlineData("utf-16", true, "UTF-16 (little-endian)")]
    [InlineData("utf-16", false, "UTF-16 (little-endian)")]
    [InlineData("utf-16BE", true, "UTF-16 (big-endian)")]
    [InlineData("utf-16BE", false, "UTF-16 (big-endian)")]
    [InlineData("utf-32", true, "UTF-32 (little-endian)")]
    public void Check_WideCharacters_NamesTheEncoding(string name, bool isMarked, string said)
    {
        var encoding = Encoding.GetEncoding(name);
        byte[] bytes =
        [
            .. isMarked ? encoding.GetPreamble() : [],
            .. encoding.GetBytes("language 1\npool p { }\ndefault -> p\n"),
        ];

        var found = AssertOnly(PolicyReader.Check(bytes, "a.rgp", TargetProfile.Generic), "RG0003");

        Assert.Equal($"This file is {said}: save it as UTF-8.", found.Message);
    }

    [Fact]
    public void Check_ByteOrderMark_IsLeftOut() =>
        Assert.Empty(
            PolicyReader
                .Check([0xEF, 0xBB, 0xBF, .. "language 1 pool p { } default -> p"u8], "a.rgp", TargetProfile.Generic)
                .Diagnostics
        );
}
