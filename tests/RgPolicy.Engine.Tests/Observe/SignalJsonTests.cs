using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Tests.Observe;

public sealed class SignalJsonTests
{
    [Fact]
    public void TryFill_EveryType_IsRead()
    {
        var values = new SignalValues();

        Assert.True(
            SignalJson.TryFill(
                """{"session.app":"SSRS","plan.shape":"scan","plan.working_set":1048576,"request.elapsed":12.5,"plan.writes":true,"dbms.version":"15.3","statement.tables":["a","b"],"host.cpu.pressure":null,"plan.cost":1.5e3}"""u8,
                values,
                out var error
            ),
            error
        );

        Assert.Equal("SSRS", Value(values, "session.app").Text);
        Assert.Equal(1, Value(values, "plan.shape").Number);
        Assert.Equal(1048576, Value(values, "plan.working_set").Number);
        Assert.Equal(12.5m, Value(values, "request.elapsed").Number);
        Assert.Equal(1, Value(values, "plan.writes").Number);
        Assert.Equal([15L, 3L], Value(values, "dbms.version").Version.AsEnumerable());
        Assert.Equal("a b", string.Join(" ", Value(values, "statement.tables").Set));
        Assert.Equal(1500, Value(values, "plan.cost").Number);
        Assert.Equal(SignalState.Pending, Value(values, "host.cpu.pressure").State);
        Assert.Equal(SignalState.Pending, Value(values, "plan.streamed").State);
    }

    [Theory]
    [InlineData("", "no valid JSON")]
    [InlineData("[]", "must be one JSON object")]
    [InlineData("{\"plan.shape\":\"scan\"", "no valid JSON")]
    [InlineData("{} {}", "no valid JSON")]
    [InlineData("{\"plan.shap\":\"scan\"}", "there is no signal 'plan.shap': write one of plan.shape,")]
    [InlineData("{\"x\":1}", "there is no signal 'x': names begin with")]
    [InlineData("{\"plan.shape\":\"Scan\"}", "'plan.shape' must be one of the words \"oltp\"")]
    [InlineData("{\"plan.shape\":3}", "'plan.shape' must be one of the words")]
    [InlineData("{\"plan.writes\":1}", "'plan.writes' must be true or false")]
    [InlineData("{\"plan.rows\":-1}", "'plan.rows' must be a number, 0 or more")]
    [InlineData("{\"plan.rows\":1e99}", "'plan.rows' must be a number, 0 or more")]
    [InlineData("{\"plan.working_set\":\"1 MiB\"}", "'plan.working_set' must be a number of bytes")]
    [InlineData("{\"host.cpu.pressure\":100.1}", "'host.cpu.pressure' must be a number of percent, from 0 to 100")]
    [InlineData("{\"dbms.version\":15}", "'dbms.version' must be a string of whole numbers")]
    [InlineData("{\"dbms.version\":\"15.\"}", "'dbms.version' must be a string of whole numbers")]
    [InlineData("{\"statement.tables\":\"a\"}", "'statement.tables' must be an array of strings")]
    [InlineData("{\"statement.tables\":[1]}", "'statement.tables' must be an array of strings")]
    [InlineData("{\"session.app\":{\"a\":1}}", "'session.app' must be a string")]
    [InlineData("{\"session.app\":\"a\",\"session.app\":\"b\"}", "'session.app' is given twice")]
    [InlineData("{\"session.app\":\"\\ud800\"}", "lone surrogate")]
    public void TryFill_Wrong_SaysWhatAndWhatToWrite(string line, string message)
    {
        Assert.False(SignalJson.TryFill(Encoding.UTF8.GetBytes(line), new SignalValues(), out var error));
        Assert.Contains(message, error, StringComparison.Ordinal);
    }

    [Fact]
    public void TryFill_MutatedBytes_NeverThrows()
    {
        var random = new Random(7);
        var seed =
            """{"session.app":"SSRS","plan.shape":"scan","statement.tables":["a","b"],"request.elapsed":12.5}"""u8.ToArray();
        for (var round = 0; round < 20_000; round++)
        {
            var bytes = seed.ToArray();
            for (var change = random.Next(1, 4); change > 0; change--)
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);

            var cut = random.Next(4) == 0 ? random.Next(bytes.Length) : bytes.Length;
            var isRead = SignalJson.TryFill(bytes.AsSpan(0, cut), new SignalValues(), out var error);
            Assert.Equal(isRead, error.Length == 0);
        }
    }

    private static SignalValue Value(SignalValues values, string name) => values[SignalCatalog.Get(name)];
}
