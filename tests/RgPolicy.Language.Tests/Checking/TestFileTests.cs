using RgPolicy.Language.Binding;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Checking;

public sealed class TestFileTests
{
    private static readonly Model.Policy Policy = PolicyTexts.Bind("class scan -> p when plan.shape = scan");

    [Fact]
    public void Check_TestFile_BindsItsTestsAgainstThePolicy()
    {
        var check = Read(
            "use \"a.rgp\" let big = 1 GiB test 't' { given { plan.streamed big } expect class scan, pool p }",
            out var asked
        );

        Assert.Empty(check.Diagnostics);
        Assert.Equal(
            ("a.rgp", "a.rgp", "scan"),
            (asked, check.PolicyPath, Assert.Single(Assert.Single(check.Tests).ExpectedClasses))
        );
    }

    [Theory]
    [InlineData("test 't' { }", "RG2009")]
    [InlineData("use 'a' use 'b'", "RG2009")]
    [InlineData("use 'a' pool q { }", "RG2009")]
    [InlineData("use 'a' test 't' { expect class scna }", "RG2001")]
    [InlineData("use a", "RG1001")]
    public void Check_TestFileThatDoesNotFit_IsAnError(string text, string code)
    {
        var check = Read(text, out _);

        Assert.Equal(code, Assert.Single(check.Diagnostics).Code);
        Assert.Empty(check.Tests);
    }

    [Fact]
    public void Check_PolicyThatCannotBeRead_GivesNoTests()
    {
        var check = TestFileReader.Check(
            "use 'a' test 't' { expect class x }"u8,
            "t.rgtest",
            TargetProfile.Generic,
            _ => new FoundPolicy(null, "It is gone")
        );

        var found = Assert.Single(check.Diagnostics);
        Assert.Equal(("RG6002", "It is gone."), (found.Code, found.Message));
        Assert.Empty(check.Tests);
        Assert.Equal("a", check.PolicyPath);
    }

    private static TestFileCheck Read(string text, out string? asked)
    {
        string? path = null;
        var check = TestFileReader.Check(
            Encoding.UTF8.GetBytes(text),
            "t.rgtest",
            TargetProfile.Generic,
            name =>
            {
                path = name;
                return new FoundPolicy(Policy, "");
            }
        );
        asked = path;
        return check;
    }
}
