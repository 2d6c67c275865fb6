using System.Text.Json;
using System.Text.Json.Nodes;
using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Texts;

/// <summary>What auto_explain writes is read whichever way the server's log went.</summary>
public class LogRecordsTests
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    private const string Sql = "SELECT h.account, a.id\nFROM history h JOIN a USING (id)\nWHERE x = 'a,\"b\"'";

    public static TheoryData<string, bool> Ways()
    {
        var ways = new TheoryData<string, bool>();
        foreach (
            var way in (string[])
                [
                    "stderr",
                    "csvlog",
                    "jsonlog",
                    "syslog",
                    "rsyslog",
                    "Docker",
                    "Kubernetes",
                    "jsonlog in Kubernetes",
                    "operator",
                    "Azure",
                    "Loki",
                    "Elasticsearch",
                    "compose",
                    "kubectl",
                    "kubectl with names",
                    "journal",
                    "journal, ISO",
                    "syslog without numbers",
                    "syslog of RFC 5424",
                    "syslog of a platform",
                    "journal, microseconds",
                    "journal, bytes",
                    "Fluentd",
                    "Fluentd, standard output",
                    "Fluent Bit",
                    "Fluent Bit, standard output",
                    "Loki's API",
                    "logcli",
                    "colours",
                    "jq",
                ]
        )
        {
            ways.Add(way, true);
            ways.Add(way, false);
        }

        return ways;
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Plan_InALog_IsRead(string way, bool isText)
    {
        var message = Message("hash-join-measured", isText);
        var other = Message("lookup", isText);

        var read = PlanReader.Read(Log(way, [message, "checkpoint complete: wrote 5 buffers", other]), Make.Options);

        Assert.Empty(read.Diagnostics);
        Assert.Equal(2, read.Statements.Length);
        Assert.Equal(Sql, Lines(read.Statements[0].Text));
        Assert.Equal(Shape("hash-join-measured"), read.Statements[0].Profile.Shape);
        Assert.Equal(Shape("lookup"), read.Statements[1].Profile.Shape);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Plan_CutInALog_IsNotJudged(string way, bool isText)
    {
        var message = Message("hash-join-measured", isText);
        var end = message.LastIndexOf(isText ? "width" : "Plan Width", StringComparison.Ordinal);

        var read = PlanReader.Read(Log(way, [message[..end]]), Make.Options);

        Assert.NotNull(read.Damage);
        Assert.All(read.Statements, each => Assert.Equal(PlanShape.Unknown, each.Profile.Shape));
    }

    [Fact]
    public void Messages_OfSessionsBetweenEachOther_AreToldApart()
    {
        var first = Log("syslog", [Message("hash-join-measured", true)]).Split('\n');
        var second = Log("syslog", [Message("lookup", true)])
            .Replace("[77]", "[78]", StringComparison.Ordinal)
            .Split('\n');
        var mixed = first.Zip(second.Concat(Enumerable.Repeat("", first.Length)), (a, b) => $"{a}\n{b}");

        var read = PlanReader.Read(string.Join('\n', mixed), Make.Options);

        Assert.Empty(read.Diagnostics);
        Assert.Equal(
            [Shape("hash-join-measured"), Shape("lookup")],
            read.Statements.Select(each => each.Profile.Shape)
        );
    }

    [Theory]
    [InlineData(true, "[77] app@shop")]
    [InlineData(false, "[77] app@shop")]
    [InlineData(true, "[77]: [3-1] user=app,db=shop")]
    [InlineData(false, "[77]: [3-1] user=app,db=shop")]
    public void Plan_LineByLineInAListOfRecords_IsRead(bool isText, string head)
    {
        var log = Log("stderr", [Message("hash-join-measured", isText), Message("lookup", isText)])
            .Replace("[77] app@shop", head, StringComparison.Ordinal);
        var events = log.TrimEnd('\n').Split('\n').Select(line => new { timestamp = 1, message = line });

        var read = PlanReader.Read(JsonSerializer.Serialize(new { events }), Make.Options);

        Assert.Empty(read.Diagnostics);
        Assert.Equal(
            [Shape("hash-join-measured"), Shape("lookup")],
            read.Statements.Select(each => each.Profile.Shape)
        );
    }

    [Fact]
    public void Plan_BehindAHeadThatIsNotKnown_KeepsItsStatement()
    {
        const string Log = """
            shop-db-0 ~	Query Text: CREATE TABLE copies AS SELECT * FROM orders
            shop-db-0 ~	Seq Scan on orders  (cost=0.00..9000.00 rows=900000 width=8)
            """;

        var statement = Assert.Single(PlanReader.Read(Log, Make.Options).Statements);

        Assert.Equal(PlanShape.BulkLoad, statement.Profile.Shape);
    }

    [Theory]
    [InlineData("string")]
    [InlineData("member")]
    [InlineData("rows")]
    public void Plan_InAString_IsRead(string form)
    {
        var json = PostgresTextTests.Json("hash-join-measured");
        var document = new JsonArray(json.DeepClone()).ToJsonString(new() { WriteIndented = true });
        var text = form switch
        {
            "string" => JsonSerializer.Serialize(document),
            "member" => JsonSerializer.Serialize(new[] { new { id = 3, plan = document } }),
            _ => JsonSerializer.Serialize(
                ExplainText
                    .Lines(json)
                    .Select(line => new Dictionary<string, string>(StringComparer.Ordinal) { ["QUERY PLAN"] = line })
            ),
        };

        var read = PlanReader.Read(text, Make.Options);

        Assert.Empty(read.Diagnostics);
        Assert.Equal(Shape("hash-join-measured"), Assert.Single(read.Statements).Profile.Shape);
    }

    [Fact]
    public void Text_OfAStatement_ThatLooksLikeAPlan_IsNone()
    {
        const string Log = """
            2026-11-28 10:00:00.000 UTC [77] LOG:  duration: 312.512 ms  plan:
            	Query Text: SELECT '
            	Seq Scan on big  (cost=0.00..90000.00 rows=9000000 width=8)
            	'
            	Result  (cost=0.00..0.01 rows=1 width=32)
            """;

        var statement = Assert.Single(PlanReader.Read(Log, Make.Options).Statements);

        Assert.Equal("Result", Assert.Single(statement.Profile.Operators).Name);
    }

    [Fact]
    public void PlansOfBothForms_InOneLog_AreAllRead()
    {
        var log = Log("stderr", [Message("hash-join-measured", true), Message("lookup", false)]);

        Assert.Equal(2, PlanReader.Read(log, Make.Options).Statements.Length);
    }

    [Theory]
    [InlineData("stderr", true, "- Plan: \n    Node Type: \"Seq Scan\"", "FORMAT YAML")]
    [InlineData("stderr", false, "- Plan: \n    Node Type: \"Seq Scan\"", "FORMAT YAML")]
    [InlineData("jsonlog", true, "- Plan: \n    Node Type: \"Seq Scan\"", "FORMAT YAML")]
    [InlineData("stderr", true, "<explain xmlns=\"http://www.postgresql.org/2009/explain\">", "FORMAT XML")]
    public void Plan_OfAFormThatIsNotRead_IsToldBesideOthers(string way, bool isText, string other, string said)
    {
        var log = Log(way, [Message("lookup", isText), $"duration: 1.500 ms  plan:\n{other}"]);

        var read = PlanReader.Read(log, Make.Options);

        Assert.Equal(Shape("lookup"), read.Statements[0].Profile.Shape);
        Assert.Contains(said, read.Damage!.Message, StringComparison.Ordinal);
    }

    private static string? Lines(string? text) =>
        text?.Replace("\\n", "\n", StringComparison.Ordinal).Replace("\t", "", StringComparison.Ordinal);

    private static PlanShape Shape(string name) =>
        PlanReader
            .Read(new JsonArray(PostgresTextTests.Json(name).DeepClone()).ToJsonString(), Make.Options)
            .Statements[0]
            .Profile.Shape;

    private static string Message(string name, bool isText)
    {
        var json = PostgresTextTests.Json(name);
        if (isText)
            return $"duration: 1.500 ms  plan:\nQuery Text: {Sql}\n{string.Join('\n', ExplainText.Lines(json))}";
        var statement = new JsonObject { ["Query Text"] = Sql };
        foreach (var (member, value) in json.AsObject())
            statement[member] = value?.DeepClone();
        return "duration: 1.500 ms  plan:\n" + statement.ToJsonString(new() { WriteIndented = true });
    }

    private static string Log(string way, string[] messages) =>
        string.Concat(messages.Select((message, at) => Record(way, message, at + 1)));

    private static string Record(string way, string message, int number)
    {
        const string Time = "2026-11-28 10:00:00.000 UTC";
        var tabbed = message.Replace("\n", "\n\t", StringComparison.Ordinal);
        var plain = $"{Time} [77] app@shop LOG:  {tabbed}";
        return way switch
        {
            "stderr" => plain + "\n",
            "csvlog" =>
                $"{Time},\"app\",\"shop\",77,\"[local]\",6929b0.4d,{number},\"SELECT\",{Time},3/7,0,LOG,00000,\"{message.Replace("\"", "\"\"", StringComparison.Ordinal)}\",,,,,,,,,\"psql\",\"client backend\",,0\n",
            "jsonlog" => Json(
                new
                {
                    timestamp = Time,
                    pid = 77,
                    error_severity = "LOG",
                    message,
                }
            ),
            "syslog" => Numbered("Nov 28 10:00:00 db1 postgres[77]:", $"LOG:  {tabbed}", number),
            "rsyslog" => Numbered(
                "2026-11-28T10:00:00.123456+00:00 db1 postgres[77]:",
                $"LOG:  {tabbed}",
                number,
                line => line.Replace("\t", "#011", StringComparison.Ordinal)
            ),
            "Docker" => string.Concat(
                plain
                    .Split('\n')
                    .Select(line =>
                        Json(
                            new
                            {
                                log = line + "\n",
                                stream = "stderr",
                                time = "2026-11-28T10:00:00Z",
                            }
                        )
                    )
            ),
            "Kubernetes" => string.Concat(
                plain.Split('\n').Select(line => $"2026-11-28T10:00:00.123456789Z stderr F {line}\n")
            ),
            "jsonlog in Kubernetes" =>
                $"2026-11-28T10:00:00.123456789Z stdout F {Json(new { timestamp = Time, pid = 77, message })}",
            "operator" => Json(
                new
                {
                    level = "info",
                    logger = "postgres",
                    msg = "record",
                    record = new { pid = "77", message },
                }
            ),
            "Azure" => EachLine(plain, line => Json(new { time = "x", properties = new { message = line } })),
            "Loki" => EachLine(plain, line => Json(new { ts = "x", line })),
            "Elasticsearch" => EachLine(plain, line => Json(new { _index = "pg", _source = new { message = line } })),
            "compose" => Behind("db-1  | ", plain),
            "kubectl with names" => Behind("[pod/db-0/postgres] ", plain),
            "kubectl" => Behind("2026-11-28T10:00:00.123456789Z ", plain),
            "journal" => Behind("Nov 28 10:00:00 db1 postgres[77]: ", plain),
            "journal, ISO" => Behind("2026-11-28T10:00:00+0000 db1 postgres[77]: ", plain),
            "syslog without numbers" => Behind(
                "Nov  8 10:00:00 db1 postgres[77]: ",
                plain.Replace("\t", "#011", StringComparison.Ordinal)
            ),
            "syslog of RFC 5424" => Behind("<134>1 2026-11-28T10:00:00.123Z db1 postgres 77 - - ", plain),
            "syslog of a platform" => Numbered(
                "2026-11-28T10:00:00.$+00:00 app[postgres.77]: [DATABASE]",
                $"LOG:  {tabbed}",
                number
            ),
            "journal, microseconds" => Timed("Nov 28 10:00:00.$ db1 postgres[77]: ", plain),
            "journal, bytes" => EachLine(plain, line => Json(new { _PID = "77", MESSAGE = Bytes(line) })),
            "Fluentd" => EachLine(plain, line => $"2026-11-28T10:00:00+00:00\tdb.pg\t{Json(new { log = line })}"),
            "Fluentd, standard output" => EachLine(
                plain,
                line => $"2026-11-28 10:00:00.123456789 +0000 db.pg: {Json(new { message = line })}"
            ),
            "Fluent Bit" => EachLine(plain, line => Json(new { date = 1764324000.5, log = line })),
            "Fluent Bit, standard output" => EachLine(
                plain,
                line => $"[0] tail.0: [[1764324000.5, {{}}], {{\"log\"=>{JsonSerializer.Serialize(line)}}}]\n"
            ),
            "Loki's API" => Json(new { data = new { result = new[] { new { values = NewestFirst(plain, number) } } } }),
            "logcli" => Behind("2026-11-28T10:00:00Z {app=\"pg\", pod=\"db-0\"} ", plain),
            "colours" => Behind("\u001b[36mdb-1  | \u001b[0m", plain),
            "jq" => EachLine(plain, line => Json(new { pod = "db-0", message = line }, isIndented: true)),
            _ => throw new ArgumentOutOfRangeException(nameof(way), way, null),
        };
    }

    private static int[] Bytes(string line) => [.. Encoding.UTF8.GetBytes(line).Select(each => (int)each)];

    private static string[][] NewestFirst(string message, int number) =>
        [.. message.Split('\n').Select((line, at) => new[] { $"17643240{number:00}{at:000000000}", line }).Reverse()];

    private static string Timed(string head, string message)
    {
        var micros = 123456;
        return EachLine(message, line => $"{head.Replace("$", $"{micros++}", StringComparison.Ordinal)}{line}\n");
    }

    private static string Behind(string head, string message) => EachLine(message, line => $"{head}{line}\n");

    private static string EachLine(string message, Func<string, string> record) =>
        string.Concat(message.Split('\n').Select(record));

    private static string Numbered(string head, string message, int number, Func<string, string>? write = null) =>
        string.Concat(
            message
                .Split('\n')
                .Select(
                    (line, at) =>
                        $"{head.Replace("$", $"{123456 + at}", StringComparison.Ordinal)} [{number}-{at + 1}] {(write ?? (each => each))(line)}\n"
                )
        );

    private static string Json<T>(T record, bool isIndented = false) =>
        JsonSerializer.Serialize(record, isIndented ? Indented : null) + "\n";
}
