import { addressPlace, coordinatePlace } from '../../../src/engine/lookup';

describe('a place', () => {
  it('is the same place at six decimals', () => {
    expect(coordinatePlace(12.93520000001, 77.6245).key).toBe(
      coordinatePlace(12.9352, 77.6245).key,
    );
    expect(coordinatePlace(12.935201, 77.6245).key).not.toBe(coordinatePlace(12.9352, 77.6245).key);
  });

  it('is the same place at 0 and at -0', () => {
    expect(coordinatePlace(-0, -1e-9).key).toBe(coordinatePlace(0, 0).key);
  });

  it('is the same address whatever its spaces and capitals, and sends what was written', () => {
    const written = addressPlace('  12  MG Road,\nPune ', ' 411001 ');
    expect(written.key).toBe(addressPlace('12 mg road, pune', '411001').key);
    expect(written).toMatchObject({ address: '12  MG Road,\nPune', pincode: '411001' });
  });

  it('has a key that stays the same from one version to the next', () => {
    expect(coordinatePlace(12.9352, -77.6245)).toEqual({
      kind: 'coordinates',
      key: '12935200,-77624500',
      lat: 12.9352,
      lng: -77.6245,
    });
    expect(addressPlace(' 12  MG\tRoad ', ' 411001 ')).toEqual({
      kind: 'address',
      key: '411001\n12 mg road',
      address: '12  MG\tRoad',
      pincode: '411001',
    });
    expect(addressPlace('MG Road')).toMatchObject({ key: '\nmg road', pincode: '' });
  });

  it('is the same address in either spelling of its accents, and another without its spaces', () => {
    expect(addressPlace('Cafe\u0301 Rd').key).toBe(addressPlace('Café Rd').key);
    expect(addressPlace('MGRoad').key).not.toBe(addressPlace('MG Road').key);
  });

  it('is the same address with or without joiners and other marks that nobody sees', () => {
    const plain = addressPlace('शक्ति नगर, नई दिल्ली', '110007');
    for (const mark of ['\u200d', '\u200c', '\u200b', '\u00ad', '\u2060', '\ufe0f', '\u{e0001}']) {
      const marked = `शक्\u200dति${mark} नगर,${mark} नई दिल्ली`;
      expect(addressPlace(marked, '110007')).toMatchObject({ key: plain.key, address: marked });
    }
  });

  it('never mixes an address with a pincode', () => {
    expect(addressPlace('b', 'a').key).not.toBe(addressPlace('a|b', '').key);
  });
});
