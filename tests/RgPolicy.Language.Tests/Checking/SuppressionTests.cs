using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Checking;

public sealed class SuppressionTests
{
    private const string Unused = "pool q { cache 50% }";

    [Theory]
    [InlineData(Unused + " // allow RG3010: for the next release")]
    [InlineData("// allow RG3010: for the next release\n" + Unused)]
    [InlineData("// allow RG3010: for the next release\n// and why it is there\n" + Unused)]
    [InlineData("//allow  RG3010 :for the next release\n\n" + Unused)]
    public void Check_AllowedWithReason_IsNotAmongTheFindings(string statement)
    {
        var check = CheckStatements(statement);

        Assert.True(check.Diagnostics.IsEmpty, Describe(check));
        var suppressed = Assert.Single(check.Suppressed);
        Assert.Equal(("RG3010", "for the next release"), (suppressed.Diagnostic.Code, suppressed.Reason));
    }

    [Fact]
    public void Check_CommentInsideAStatement_IsAboutTheNextLine()
    {
        const string pool =
            "pool q {\n  // allow RG5001: kept for SQL Server\n  queue 5 s\n  concurrency "
            + "4\n}\nclass c -> q when plan.writes";

        var check = CheckStatements(pool);

        Assert.Single(check.Suppressed);
        Assert.Equal(6, AssertOnly(check, "RG5001").Range.StartLine);
    }

    [Theory]
    [InlineData("// allow RG3010\n" + Unused)]
    [InlineData("// allow RG3010: \n" + Unused)]
    public void Check_NoReason_KeepsTheFindingAndSaysSo(string statement)
    {
        var check = CheckStatements(statement);

        AssertOne(check, "RG3010");
        AssertOne(check, "RG7002");
    }

    [Fact]
    public void Check_NothingToAllow_SaysSoAndOffersToRemoveIt()
    {
        var found = AssertOnly(CheckStatements("// allow RG4003: old"), "RG7003");

        Assert.True(Assert.Single(found.Fixes).Safe);
    }

    [Fact]
    public void Check_Error_IsNeverAllowed()
    {
        var check = CheckStatements("class c -> z when plan.writes // allow RG2001: no");

        Assert.Null(check.Policy);
        AssertOnly(check, "RG2001");
    }
}
