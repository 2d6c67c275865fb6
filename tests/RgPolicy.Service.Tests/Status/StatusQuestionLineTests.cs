using RgPolicy.Service.Status;

namespace RgPolicy.Service.Tests.Status;

public sealed class StatusQuestionLineTests
{
    [Theory]
    [InlineData(StatusQuestionKind.Status, null, null, """{"ask":"status"}""")]
    [InlineData(StatusQuestionKind.Why, 12, null, """{"ask":"why","process_id":12}""")]
    [InlineData(StatusQuestionKind.Why, null, "12-3", """{"ask":"why","query":"12-3"}""")]
    [InlineData(StatusQuestionKind.Metrics, null, null, """{"ask":"metrics"}""")]
    [InlineData(StatusQuestionKind.Pause, null, null, """{"ask":"pause"}""")]
    [InlineData(StatusQuestionKind.Resume, null, null, """{"ask":"resume"}""")]
    [InlineData(StatusQuestionKind.Reload, null, null, """{"ask":"reload"}""")]
    [InlineData(StatusQuestionKind.ReloadPrevious, null, null, """{"ask":"reload_previous"}""")]
    public void Write_AndParse_AreEachOthersOpposite(object kind, int? processId, string? query, string line)
    {
        var question = new StatusQuestion((StatusQuestionKind)kind, processId, query);

        Assert.Equal(line + "\n", Encoding.UTF8.GetString(StatusQuestionLine.Write(question)));
        Assert.Equal(question, StatusQuestionLine.Parse(Encoding.UTF8.GetBytes(line)));
    }

    [Fact]
    public void Write_AndParseOfAnApproval_AreEachOthersOpposite()
    {
        const string line = """{"ask":"approve","revision":"b3204f35cd03"}""";
        var question = new StatusQuestion(StatusQuestionKind.Approve) { Revision = "b3204f35cd03" };

        Assert.Equal(line + "\n", Encoding.UTF8.GetString(StatusQuestionLine.Write(question)));
        Assert.Equal(question, StatusQuestionLine.Parse(Encoding.UTF8.GetBytes(line)));
        Assert.True(question.IsOrder);
    }

    [Theory]
    [InlineData("""{"ask":"approve"}""", null)]
    [InlineData("""{"ask":"status","since":[1],"later":{"a":true}}""", StatusQuestionKind.Status)]
    [InlineData("""{"ask":"everything"}""", null)]
    [InlineData("""{"ask":null}""", null)]
    [InlineData("""{"ask":"why"}""", null)]
    [InlineData("""{"ask":"why","process_id":"12"}""", null)]
    [InlineData("""["ask"]""", null)]
    [InlineData("null", null)]
    [InlineData("", null)]
    public void Parse_LineOfAnotherVersionOrNone_IsWhatIsKnownOfIt(string line, object? kind) =>
        Assert.Equal((StatusQuestionKind?)kind, StatusQuestionLine.Parse(Encoding.UTF8.GetBytes(line))?.Kind);
}
