namespace RgPolicy.Plans.Documents;

internal enum JsonKind
{
    Null,
    False,
    True,
    Number,
    Text,
    Array,
    Object,
}
